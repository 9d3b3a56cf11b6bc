// Never changed once released: what comes later is another migration.
export const briefAudits: readonly string[] = [
  `ALTER TABLE audits ADD COLUMN score double precision, ADD COLUMN summary text`,
  // Every result begins with the two. The summary stays JSON: it holds names, and those what the text of PostgreSQL cannot.
  `UPDATE audits SET
      score = substring(left(result, 100) FROM '^\\{"score":([0-9.]+),')::double precision,
      summary = substring(left(result, 65536) FROM '^\\{"score":[0-9.]+,"summary":("(?:[^"\\\\]|\\\\.)*")')
    WHERE result IS NOT NULL`,
]
