// npx tsx scripts/other-architecture.ts [FILE...]: audits three samples, or the files, with the built program on this machine and on
// an emulated one of the other architecture (arm64 on x64, x64 on arm64), and says where the two differ. An emulated processor
// takes some fifty times as long: ten minutes for the samples. CONTRIBUTING.md tells what came of it last.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Audit } from '../src/audit/engine.js'
import { emulatedMachine } from './emulation/machine.js'
import { auditDifferences } from './emulation/same-audit.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const samples = ['04-storm.mp3', '09-supper.mp3', '10-spring.mp3'].map((name) =>
  path.join(root, 'samples', name),
)
const files = process.argv.length > 2 ? process.argv.slice(2) : samples

const folder = mkdtempSync(path.join(tmpdir(), 'audio-audit-emulated-'))
try {
  const machine = emulatedMachine(folder)
  const here = await auditWith([process.execPath])
  tell(process.arch, here)
  const there = await auditWith(machine.command)
  tell(machine.architecture, there)
  const differences = auditDifferences(here.audit, there.audit)
  for (const line of differences) console.error(line)
  if (differences.length > 0) process.exitCode = 1
  else console.log(`${files.length} files, Node ${process.version}: both say the same`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Run {
  audit: Audit
  wallSec: number
}

async function auditWith([program, ...before]: string[]): Promise<Run> {
  const started = performance.now()
  const command = [
    path.join(root, 'dist/cli/main.js'),
    'run',
    '--json',
    '--quiet',
    '--no-cache',
    '--workers',
    '1',
  ]
  const child = spawn(program, [...before, ...command, ...files], { stdio: ['ignore', 'pipe', 'inherit'] })
  const printed = await text(child.stdout)
  if (printed === '') throw new Error(`${path.basename(program)} ended without an audit`)
  return { audit: JSON.parse(printed), wallSec: (performance.now() - started) / 1000 }
}

function tell(architecture: string, { audit, wallSec }: Run): void {
  console.log(`${architecture}: ${audit.summary} (${wallSec.toFixed(0)} s)`)
  for (const { file, reasons } of audit.tracksToRegenerate)
    for (const { check, message } of reasons) console.log(`  ${file}: ${check}: ${message}`)
}
