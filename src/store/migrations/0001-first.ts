// Never changed once released: what comes later is another migration.
export const first: readonly string[] = [
  `CREATE TABLE accounts (
    id text PRIMARY KEY,
    name text NOT NULL,
    balance_milli bigint NOT NULL DEFAULT 0 CHECK (balance_milli >= 0),
    created_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE api_keys (
    id text PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts,
    name text NOT NULL,
    prefix text NOT NULL,
    sha256 text NOT NULL UNIQUE,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3)
  )`,
  `CREATE INDEX api_keys_of_account ON api_keys (account_id, created_at)`,
  `CREATE TABLE reservations (
    id text PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts,
    amount_milli bigint NOT NULL CHECK (amount_milli >= 0),
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled', 'released')),
    lease_until timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX open_reservations ON reservations (lease_until) WHERE state = 'open'`,
  `CREATE TABLE credit_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts,
    kind text NOT NULL CHECK (kind IN ('grant', 'reservation', 'settlement', 'release')),
    amount_milli bigint NOT NULL CHECK (CASE kind WHEN 'reservation' THEN amount_milli <= 0 ELSE amount_milli >= 0 END),
    balance_after_milli bigint NOT NULL CHECK (balance_after_milli >= 0),
    reservation_id text REFERENCES reservations,
    audit_id text,
    note text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CHECK ((kind = 'grant') = (reservation_id IS NULL))
  )`,
  `CREATE INDEX credit_entries_of_account ON credit_entries (account_id, id)`,
  `CREATE UNIQUE INDEX one_opening_each ON credit_entries (reservation_id) WHERE kind = 'reservation'`,
  `CREATE UNIQUE INDEX one_closing_each ON credit_entries (reservation_id) WHERE kind IN ('settlement', 'release')`,
  `CREATE FUNCTION refuse_to_rewrite_the_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the credit ledger only grows';
  END $$`,
  `CREATE TRIGGER credit_entries_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite_the_ledger()`,
  `CREATE TABLE audits (
    id text PRIMARY KEY,
    caller text NOT NULL,
    state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed')),
    source text NOT NULL,
    selected_analyses text NOT NULL,
    accuracy text NOT NULL,
    file_names text NOT NULL,
    file_count integer NOT NULL,
    reservation_id text UNIQUE REFERENCES reservations,
    lease_until timestamptz(3) NOT NULL,
    regen_count integer,
    credits_used_milli bigint,
    result text,
    failure text,
    report_token_sha256 text,
    report_revoked_at timestamptz(3),
    audio_deleted_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    finished_at timestamptz(3),
    CHECK (state <> 'done' OR (result IS NOT NULL AND regen_count IS NOT NULL AND credits_used_milli IS NOT NULL)),
    CHECK (state <> 'failed' OR failure IS NOT NULL)
  )`,
  // A listing reads whole results, so what it costs to unpack them counts for more than the room that packing saves.
  `ALTER TABLE audits ALTER COLUMN result SET STORAGE EXTERNAL`,
  `CREATE INDEX audits_listed ON audits (caller, created_at DESC, id DESC) WHERE state = 'done'`,
  `CREATE INDEX audits_running ON audits (lease_until) WHERE state = 'running'`,
  `CREATE INDEX audits_with_audio ON audits (created_at) WHERE audio_deleted_at IS NULL`,
  `CREATE TABLE audit_files (
    audit_id text NOT NULL REFERENCES audits ON DELETE CASCADE,
    position integer NOT NULL,
    caller text NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    byte_count bigint NOT NULL,
    media_type text NOT NULL,
    PRIMARY KEY (audit_id, position)
  )`,
  `CREATE INDEX audit_files_of_content ON audit_files (caller, sha256)`,
  `CREATE TABLE blobs (
    caller text NOT NULL,
    sha256 text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (caller, sha256)
  )`,
  `CREATE TABLE findings (
    caller text NOT NULL,
    key text NOT NULL,
    bytes bytea NOT NULL,
    used_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (caller, key)
  )`,
  `CREATE INDEX findings_by_use ON findings (used_at)`,
  `CREATE TABLE idempotency_keys (
    caller text NOT NULL,
    key_sha256 text NOT NULL,
    request_sha256 text NOT NULL,
    audit_id text NOT NULL REFERENCES audits ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (caller, key_sha256)
  )`,
  `CREATE INDEX idempotency_keys_of_audit ON idempotency_keys (audit_id)`,
  `CREATE TABLE secrets (
    name text PRIMARY KEY,
    value text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
]
