// Which vector instructions a program was built with, by its disassembly: a binary for any processor of its kind leaves most of the speed
// of a newer one unused, and a comparison with it must say so.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** How an instruction of each set looks in what objdump prints, the widest first. */
const marks: Partial<Record<NodeJS.Architecture, Record<string, RegExp>>> = {
  x64: { 'AVX-512': /%zmm/, AVX: /%ymm/, SSE: /%xmm/ },
  arm64: { 'dot product': /\b[su]dot\b/, NEON: /\bv\d+\.(?:16b|4s)/ },
}

/** In words, for who reads the table. */
export async function instructionSets(program: string): Promise<string> {
  const lines = disassembled(program)
  return setsIn(lines, process.arch).catch(() => 'not known: there is no objdump here')
}

export async function setsIn(lines: AsyncIterable<string>, arch: NodeJS.Architecture): Promise<string> {
  const open = new Map(Object.entries(marks[arch] ?? {}))
  const found = new Set<string>()
  for await (const line of lines)
    for (const [name, mark] of open) if (mark.test(line) && open.delete(name)) found.add(name)
  const known = Object.keys(marks[arch] ?? {})
  const used = known.filter((name) => found.has(name)).join(', ') || 'none'
  return open.size > 0 ? `${used}, but not ${[...open.keys()].join(', ')}` : used
}

async function* disassembled(program: string): AsyncIterable<string> {
  const child = spawn('objdump', ['-d', '--no-show-raw-insn', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) =>
      status === 0 ? resolve() : reject(new Error(`objdump ended with ${status}`)),
    )
  })
  // Looked at below; until then it shall not count as unhandled.
  ended.catch(() => {})
  yield* createInterface({ input: child.stdout })
  await ended
}
