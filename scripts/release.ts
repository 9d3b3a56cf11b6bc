// npm run release: packs everything, installs it in an empty folder with npm's defaults and with --ignore-scripts, and audits the
// samples there without a network. Publishes nothing, but says with which commands, once all of it held.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Installed, installAsUser, runInstalled } from './release/install.js'
import { limits } from './release/limits.js'
import { packAll } from './release/pack.js'
import { runHere } from './release/run-here.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const faults: string[] = []
const expectThat = (holds: boolean, fault: string) => {
  if (!holds) faults.push(fault)
}

const kept = path.join(root, 'dist-packages')
rmSync(kept, { recursive: true, force: true })
const packed = packAll(kept)
for (const { name, version, byteCount, unpackedByteCount } of packed) {
  console.log(`${name}@${version}: ${kB(byteCount)} packed, ${kB(unpackedByteCount)} unpacked`)
}
expectThat(new Set(packed.map(({ version }) => version)).size === 1, 'the packages have several versions')

const folder = mkdtempSync(path.join(tmpdir(), 'audio-audit-release-'))
try {
  const expected = withoutTimes(runHere(['run', 'samples', '--json'], path.join(folder, 'cache-here')))
  for (const args of [[], ['--ignore-scripts']]) {
    const installed = installAsUser(path.join(folder, `empty${args.join('')}`), packed, args)
    tell(installed, args)
    const run = runInstalled(installed.folder, ['run', path.join(root, 'samples'), '--json', '--quiet'], {
      AUDIO_AUDIT_CACHE: path.join(folder, `cache${args.join('')}`),
    })
    const network = run.isOffline
      ? 'without a network'
      : 'with a network, since this system cannot cut it off'
    console.log(`the samples were audited ${network}`)
    expectThat(withoutTimes(run.stdout) === expected, 'the samples are judged otherwise than in the clone')
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

if (faults.length > 0) {
  for (const fault of faults) console.error(`not to be published: ${fault}`)
  process.exitCode = 1
} else {
  console.log('ready; in a CI that vouches for its builds:')
  for (const { file } of packed) {
    console.log(`  npm publish ${path.relative(root, file)} --provenance --access public`)
  }
}

function tell({ packages, byteCount, warnings, withScripts }: Installed, args: string[]): void {
  const how = args.length > 0 ? `with ${args.join(' ')}` : "with npm's defaults"
  console.log(`installed ${how}: ${packages} packages, ${Math.round(byteCount / 1e6)} MB`)
  expectThat(packages <= limits.packages, `${packages} packages, more than ${limits.packages}`)
  expectThat(byteCount <= limits.bytesOnDisk, `${byteCount} bytes, more than ${limits.bytesOnDisk}`)
  expectThat(warnings.length === 0, `npm warns: ${warnings.join(' ')}`)
  expectThat(withScripts.length === 0, `install scripts of ${withScripts.join(', ')}`)
}

/** All but what no two audits share. */
function withoutTimes(json: string): string {
  const { auditId: _, timing: __, ...audit } = JSON.parse(json)
  return JSON.stringify(audit)
}

function kB(bytes: number): string {
  return `${Math.round(bytes / 1e3)} kB`
}
