// Never changed once released: what comes later is another migration.
export const x402: readonly string[] = [
  `CREATE TABLE quotes (
    id text PRIMARY KEY,
    request_sha256 text NOT NULL,
    files_sha256 text NOT NULL,
    wallet text,
    price_milli bigint NOT NULL CHECK (price_milli >= 0),
    files integer NOT NULL,
    checks integer NOT NULL,
    cached integer NOT NULL,
    requirements text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX quotes_by_end ON quotes (expires_at)`,
  // No reference to audits: the record of a payment outlives what it bought.
  `CREATE TABLE payments (
    network text NOT NULL,
    asset text NOT NULL,
    payer text NOT NULL,
    nonce text NOT NULL,
    state text NOT NULL DEFAULT 'reserved' CHECK (state IN ('reserved', 'settling', 'settled')),
    audit_id text NOT NULL UNIQUE,
    quote_id text NOT NULL,
    request_sha256 text NOT NULL,
    amount text NOT NULL,
    payload text NOT NULL,
    requirements text NOT NULL,
    transaction_hash text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    settled_at timestamptz(3),
    PRIMARY KEY (network, asset, payer, nonce)
  )`,
  `CREATE INDEX payments_settling ON payments (audit_id) WHERE state = 'settling'`,
]
