// Never changed once released: what comes later is another migration.
export const custody: readonly string[] = [
  // What an audit was about, for as long as the audit is there: its files (audit_files) go earlier, with their audio.
  `CREATE TABLE audit_contents (
    audit_id text NOT NULL REFERENCES audits ON DELETE CASCADE,
    caller text NOT NULL,
    sha256 text NOT NULL,
    PRIMARY KEY (audit_id, sha256)
  )`,
  `INSERT INTO audit_contents (audit_id, caller, sha256) SELECT DISTINCT audit_id, caller, sha256 FROM audit_files`,
  `CREATE INDEX audit_contents_of_content ON audit_contents (caller, sha256)`,
  // Findings go with the last audit of their content. Those kept so far do not say what they were found in, and could not be
  // found then: they are dropped. They are a cache; the files cost the full price once more.
  `DELETE FROM findings`,
  `ALTER TABLE findings ADD COLUMN content_sha256 text NOT NULL`,
  `CREATE INDEX findings_of_content ON findings (caller, content_sha256)`,
  // A waveform goes with the audio that it was drawn from.
  `CREATE TABLE waveforms (
    caller text NOT NULL,
    sha256 text NOT NULL,
    version integer NOT NULL,
    json text NOT NULL,
    PRIMARY KEY (caller, sha256),
    FOREIGN KEY (caller, sha256) REFERENCES blobs ON DELETE CASCADE
  )`,
]
