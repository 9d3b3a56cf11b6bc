import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbeddedDatabase } from '../../src/store/database.js'
import { migrate, migrations } from '../../src/store/migrate.js'

const templates = fileURLToPath(new URL('../../.cache/databases/', import.meta.url))

/**
 * A data folder with a database in it that has its tables and nothing else. Making one takes ten seconds, its tables one
 * more, so a copy of one is taken; what makes one where nothing is has a test of its own.
 */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'store-'))
  await fillDataFolder(folder)
  return folder
}

/** Puts such a database into a folder that is there. */
export async function fillDataFolder(folder: string): Promise<void> {
  const template = templatePath()
  if (!existsSync(template)) await makeTemplate(template)
  copyFolder(path.join(template, 'database'), path.join(folder, 'database'))
}

/** A thousand files. Node's own `cp` looks at each of them several times, which takes a second. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [original, copy] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(original, copy)
    else copyFileSync(original, copy)
  }
}

/** Another version of the database, or of its tables, has another name. */
function templatePath(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8'))
  const tables = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
  return path.join(templates, `pglite-${version}-${tables}`)
}

async function makeTemplate(template: string): Promise<void> {
  await mkdir(templates, { recursive: true })
  const unfinished = await mkdtemp(`${template}.`)
  const database = await openEmbeddedDatabase(unfinished)
  await migrate(database.db)
  await database.close()
  // Another may have made it meanwhile.
  await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true }))
}
