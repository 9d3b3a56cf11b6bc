import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rounded } from './differences.js'
import type { Golden } from './findings.js'

const recordFile = fileURLToPath(new URL('./record.json', import.meta.url))

export function readRecord(): Golden {
  return JSON.parse(readFileSync(recordFile, 'utf8')) as Golden
}

export function writeRecord(golden: Golden): void {
  writeFileSync(recordFile, `${JSON.stringify(rounded(golden), null, 1)}\n`)
}
