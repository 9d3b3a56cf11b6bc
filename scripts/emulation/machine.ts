// A Linux machine of the other architecture, as far as a program of it needs one: Debian's emulator for single programs, the C
// libraries of that architecture, and its Node. Nothing of it is installed on this machine but the two of Debian.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npm } from '../release/npm.js'

interface Architecture {
  node: 'arm64' | 'x64'
  emulator: string
  /** Where Debian's cross packages put their libraries. */
  libraries: string
  debian: string
  /** What a processor of it says of itself; nothing where the model runtime does not ask. */
  cpuinfo?: string
}

// The model runtime reads in /proc/cpuinfo what the processor can do. The emulator shows that of the machine outside, of which it
// makes nothing but a crash. This is what the emulated processor is, a Neoverse N1.
const neoverseN1 = ['0', '1']
  .map(
    (processor) => `processor\t: ${processor}
BogoMIPS\t: 50.00
Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp ssbs
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x3
CPU part\t: 0xd0c
CPU revision\t: 1
`,
  )
  .join('\n')

const others: Partial<Record<NodeJS.Architecture, Architecture>> = {
  x64: {
    node: 'arm64',
    emulator: 'qemu-aarch64 -cpu neoverse-n1',
    libraries: '/usr/aarch64-linux-gnu',
    debian: 'qemu-user libc6-arm64-cross libstdc++6-arm64-cross',
    cpuinfo: neoverseN1,
  },
  arm64: {
    node: 'x64',
    emulator: 'qemu-x86_64 -cpu max',
    libraries: '/usr/x86_64-linux-gnu',
    debian: 'qemu-user libc6-amd64-cross libstdc++6-amd64-cross',
  },
}

export interface EmulatedMachine {
  architecture: string
  /** Before the arguments of Node. */
  command: string[]
}

/** Makes one in a folder. Fails with what to install when a part of it is missing. */
export function emulatedMachine(folder: string): EmulatedMachine {
  const other = process.platform === 'linux' ? others[process.arch] : undefined
  if (!other)
    throw new Error(`only Linux on x64 and arm64 is known here, not ${process.platform} on ${process.arch}`)
  const [emulator, ...options] = other.emulator.split(' ')
  const isThere = spawnSync(emulator, ['--version']).status === 0 && existsSync(`${other.libraries}/lib`)
  if (!isThere) throw new Error(`needed of Debian: apt-get install --no-install-recommends ${other.debian}`)
  const root = path.join(folder, 'root')
  mkdirSync(path.join(root, 'proc'), { recursive: true })
  cpSync(`${other.libraries}/lib`, path.join(root, 'lib'), { recursive: true, verbatimSymlinks: true })
  // The loader of x64 is looked for here.
  if (existsSync(`${other.libraries}/lib64`)) {
    cpSync(`${other.libraries}/lib64`, path.join(root, 'lib64'), { recursive: true, verbatimSymlinks: true })
  }
  if (other.cpuinfo) writeFileSync(path.join(root, 'proc/cpuinfo'), other.cpuinfo)
  return {
    architecture: other.node,
    command: [emulator, ...options, '-L', root, nodeOf(other.node, folder)],
  }
}

/** Node of the same version as this one, out of the package that npm has of it. */
function nodeOf(architecture: string, folder: string): string {
  const wanted = `node-linux-${architecture}@${process.versions.node}`
  const { status, stdout, stderr } = npm(folder, ['pack', wanted, '--silent'])
  if (status !== 0) throw new Error(`npm has no ${wanted}: ${stderr}`)
  const unpacked = spawnSync('tar', ['-xzf', stdout.trim().split('\n').at(-1)!, 'package/bin/node'], {
    cwd: folder,
  })
  if (unpacked.status !== 0) throw new Error(`${wanted} could not be unpacked: ${unpacked.stderr}`)
  return path.join(folder, 'package/bin/node')
}
