import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const templates = fileURLToPath(new URL('../../.cache/databases/', import.meta.url))

/** A data folder with an empty database in it. Making one takes ten seconds, so a copy of one is taken. */
export async function newDataFolder(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8'))
  const template = path.join(templates, `pglite-${version}`)
  if (!existsSync(template)) {
    await mkdir(templates, { recursive: true })
    const unfinished = await mkdtemp(`${template}.`)
    await (await PGlite.create({ dataDir: unfinished })).close()
    await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true }))
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'store-'))
  await cp(template, path.join(folder, 'database'), { recursive: true })
  return folder
}
