// Never changed once released: what comes later is another migration.
export const voices: readonly string[] = [
  // Voices that an account keeps to hold files against: what they are compared by, never the sound.
  `CREATE TABLE kept_voices (
    account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
    name text NOT NULL,
    model text NOT NULL,
    speech_sec double precision NOT NULL,
    print text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, name)
  )`,
  // Audio that is only listened to: it lies among the rest for as long as that takes, where workers find it.
  `CREATE TABLE passing_audio (
    id text NOT NULL,
    caller text NOT NULL,
    sha256 text NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (id, sha256)
  )`,
  `CREATE INDEX passing_audio_of_content ON passing_audio (caller, sha256)`,
]
