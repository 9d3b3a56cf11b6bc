import pg from 'pg'

/** Fails unless the PostgreSQL server at the address lets us in. Changes nothing there. */
export async function expectPostgres(databaseUrl: string, withinMs: number): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: withinMs })
  // Told by the call that fails.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0].server_version
  } finally {
    await client.end()
  }
}
