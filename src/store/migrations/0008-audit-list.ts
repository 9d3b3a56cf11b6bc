// Never changed once released: what comes later is another migration.
export const auditList: readonly string[] = [
  // What its owner calls it; JSON, as all that comes from outside. And how far it is, for whoever asks another server.
  `ALTER TABLE audits
    ADD COLUMN name text,
    ADD COLUMN began_at timestamptz(3),
    ADD COLUMN files_done integer NOT NULL DEFAULT 0,
    ADD COLUMN time_left_sec integer`,
]
