// Never changed once released: what comes later is another migration.
export const webhooks: readonly string[] = [
  // The one of an account without an address holds the secret for addresses that single requests name. No reference to a key: who
  // has registered it may be gone, it is the account's.
  `CREATE TABLE webhook_endpoints (
    id text PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts,
    url text,
    description text NOT NULL,
    events text NOT NULL,
    credits_low_milli bigint NOT NULL DEFAULT 0,
    credits_low_told boolean NOT NULL DEFAULT false,
    secret text NOT NULL,
    previous_secret text,
    previous_until timestamptz(3),
    disabled_at timestamptz(3),
    disabled_because text CHECK (disabled_because IN ('owner', 'gone', 'failing')),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CHECK ((disabled_at IS NULL) = (disabled_because IS NULL))
  )`,
  `CREATE INDEX webhook_endpoints_of_account ON webhook_endpoints (account_id, created_at)`,
  `CREATE UNIQUE INDEX one_webhook_secret_for_requests ON webhook_endpoints (account_id) WHERE url IS NULL`,
  // Written in the transaction in which the event happens, so that none is lost with the process that sends it.
  `CREATE TABLE webhook_deliveries (
    id text PRIMARY KEY,
    endpoint_id text NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
    account_id text NOT NULL,
    event text NOT NULL,
    data text NOT NULL,
    audit_id text,
    url text,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempt_count integer NOT NULL DEFAULT 0,
    attempts_before integer NOT NULL DEFAULT 0,
    claim integer NOT NULL DEFAULT 0,
    next_at timestamptz(3) NOT NULL DEFAULT now(),
    lease_until timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    ended_at timestamptz(3)
  )`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at, id) WHERE state = 'waiting'`,
  `CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (account_id, created_at DESC, id DESC)`,
  `CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, state)`,
  `CREATE INDEX webhook_deliveries_of_audit ON webhook_deliveries (audit_id)`,
  `CREATE TABLE webhook_attempts (
    delivery_id text NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
    number integer NOT NULL,
    began_at timestamptz(3) NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    fault text,
    PRIMARY KEY (delivery_id, number)
  )`,
  // Where the end of this one audit is told, beside the endpoints of its account.
  `ALTER TABLE audits ADD COLUMN webhook_url text`,
]
