// Never changed once released: what comes later is another migration.
export const keptRequests: readonly string[] = [
  // No reference to quotes: a request is kept before its price is told.
  `CREATE TABLE kept_requests (
    id text PRIMARY KEY,
    sender text NOT NULL,
    query text NOT NULL,
    fields text NOT NULL,
    byte_count bigint NOT NULL CHECK (byte_count >= 0),
    is_whole boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX kept_requests_by_end ON kept_requests (expires_at)`,
  `CREATE INDEX kept_requests_of_sender ON kept_requests (sender, created_at)`,
  `CREATE TABLE kept_files (
    request_id text NOT NULL REFERENCES kept_requests ON DELETE CASCADE,
    position integer NOT NULL,
    caller text NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    byte_count bigint NOT NULL,
    PRIMARY KEY (request_id, position)
  )`,
  `CREATE INDEX kept_files_of_content ON kept_files (caller, sha256)`,
]
