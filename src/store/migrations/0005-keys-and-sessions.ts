// Never changed once released: what comes later is another migration.
export const keysAndSessions: readonly string[] = [
  // Keys that are there could do everything, and go on so; so do those that a server of an earlier version makes meanwhile.
  `ALTER TABLE api_keys ADD COLUMN scopes text NOT NULL DEFAULT '["audit","read","manage"]'`,
  `ALTER TABLE api_keys ADD COLUMN expires_at timestamptz(3)`,
  // No reference: an audit outlives the key that it was made with.
  `ALTER TABLE audits ADD COLUMN key_id text`,
  `CREATE TABLE sessions (
    sha256 text PRIMARY KEY,
    key_id text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX sessions_of_key ON sessions (key_id, created_at)`,
  `CREATE INDEX sessions_by_end ON sessions (expires_at)`,
  // Entries are counted for each account, by the database: servers of an earlier version write them, too.
  `ALTER TABLE accounts ADD COLUMN entry_count bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE credit_entries ADD COLUMN number bigint`,
  `ALTER TABLE credit_entries DISABLE TRIGGER credit_entries_only_grow`,
  `UPDATE credit_entries SET number = counted.number
    FROM (SELECT id, row_number() OVER (PARTITION BY account_id ORDER BY id) AS number FROM credit_entries) AS counted
    WHERE credit_entries.id = counted.id`,
  `ALTER TABLE credit_entries ENABLE TRIGGER credit_entries_only_grow`,
  `UPDATE accounts SET entry_count = (SELECT count(*) FROM credit_entries WHERE account_id = accounts.id)`,
  `ALTER TABLE credit_entries ALTER COLUMN number SET NOT NULL`,
  `CREATE UNIQUE INDEX credit_entries_numbered ON credit_entries (account_id, number)`,
  `CREATE FUNCTION number_the_credit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE accounts SET entry_count = entry_count + 1 WHERE id = NEW.account_id
      RETURNING entry_count INTO NEW.number;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER credit_entries_are_numbered BEFORE INSERT ON credit_entries
    FOR EACH ROW EXECUTE FUNCTION number_the_credit_entry()`,
]
