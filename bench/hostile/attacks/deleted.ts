// What is left of an audit once it was deleted.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openEmbeddedDatabase } from '../../../src/store/database.js'
import type { Attack, Shown } from '../attack.js'
import { jsonOf, told } from '../client.js'
import { speech } from '../sounds.js'

/** Derived from what was sent. Ledger lines stay, and say nothing of the content. */
const TABLES = ['audits', 'audit_files', 'findings', 'blobs']
const FOLDERS = ['audio', 'waveforms', 'uploads']

/** Kept from the attack for the look afterwards. */
let auditId = ''
let accountId = ''
let sha256 = ''

export const deleted: Attack = {
  name: 'deleted-is-gone',
  fault: 6,
  about: 'an audit is deleted, then its traces are looked for in the data folder',
  async run({ attacker }) {
    const client = await attacker(4)
    const spoken = await speech(6)
    const sent = await client.audit({
      files: { 'a.wav': spoken.bytes },
      scripts: { 'a.wav': spoken.text },
      on: ['quality', 'scriptAccuracy'],
    })
    if (sent.status !== 200) return { wrong: [`an audit is answered with ${told(sent)}`] }
    auditId = jsonOf<{ auditId: string }>(sent).auditId
    sha256 = createHash('sha256').update(spoken.bytes).digest('hex')
    const listed = jsonOf<{ audioUrls: string[] }>(await client.ask('GET', `/v1/audits/${auditId}`))
    const link = new URL(listed.audioUrls[0])
    const peaks = `${link.pathname}/peaks${link.search}`
    const waveform = await client.ask('GET', peaks)
    accountId = client.accountId ?? ''
    const gone = await client.ask('DELETE', `/v1/audits/${auditId}`)
    const wrong = gone.status === 204 ? [] : [`deleting is answered with ${told(gone)}`]
    for (const url of [`/v1/audits/${auditId}`, `${link.pathname}${link.search}`, peaks]) {
      const answer = await client.ask('GET', url)
      if (answer.status < 400) wrong.push(`after deleting, ${url.split('?')[0]} answers ${answer.status}`)
    }
    return { wrong, notes: [`waveform asked for: ${waveform.status}`] }
  },
  async after(dataFolder): Promise<Shown> {
    if (!auditId) return { wrong: [] }
    const wrong: string[] = []
    for (const folder of FOLDERS) {
      const place = path.join(dataFolder, folder)
      if (!existsSync(place)) continue
      for (const name of await readdir(place, { recursive: true })) {
        if (name.includes(auditId) || name.includes(sha256))
          wrong.push(`${folder}/ still has ${path.basename(name)}`)
      }
    }
    const { db, close } = await openEmbeddedDatabase(dataFolder)
    try {
      for (const table of TABLES) {
        const { rows } = await db.execute<{ count: number }>(
          sql`SELECT count(*)::int AS count FROM ${sql.identifier(table)} AS kept
            WHERE kept::text LIKE ${`%${accountId || auditId}%`}`,
        )
        if (rows[0].count > 0) wrong.push(`${rows[0].count} rows of ${table} are left`)
      }
    } finally {
      await close()
    }
    return { wrong }
  },
}
