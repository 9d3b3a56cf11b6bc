// Never changed once released: what comes later is another migration.
export const decisions: readonly string[] = [
  // Which files of the audit have the content, for as long as the audit is there. Null where the files had gone before, or a
  // server of an earlier version wrote the row.
  `ALTER TABLE audit_contents ADD COLUMN positions text`,
  `UPDATE audit_contents SET positions = (
    SELECT '[' || string_agg(position::text, ',' ORDER BY position) || ']' FROM audit_files
    WHERE audit_files.audit_id = audit_contents.audit_id AND audit_files.sha256 = audit_contents.sha256
  )`,
  // About a content, not about a file of one audit: who has decided is not asked again. They go with the last audit of it.
  `CREATE TABLE decisions (
    caller text NOT NULL,
    content_sha256 text NOT NULL,
    check_name text NOT NULL,
    kind text NOT NULL,
    place text NOT NULL,
    audit_id text REFERENCES audits ON DELETE SET NULL,
    position integer NOT NULL,
    time_sec double precision,
    end_sec double precision,
    confidence double precision,
    decision text NOT NULL,
    note text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (caller, content_sha256, check_name, kind, place)
  )`,
  `CREATE INDEX decisions_of_audit ON decisions (audit_id)`,
]
