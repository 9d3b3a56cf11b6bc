// Many files with scripts that fit, that fit nothing, and that fit another file: judging them must not stop the answers.
import type { Attack, Scene, Shown, Sizes } from '../attack.js'
import { jsonOf, told } from '../client.js'
import { speech } from '../sounds.js'

const SENTENCES_EACH = 2
/** On one thread, so it takes no more CPU than that. */
const MOST_JUDGING_SEC = 5
/** Plain words in the order of no sentence. */
const OTHER_WORDS = 'lantern copper meadow seventeen violins under glass while nobody counted the stairs'

type ScriptFor = (texts: string[], at: number) => string

const kinds: Record<string, { about: string; scriptFor: ScriptFor }> = {
  right: { about: 'scripts that fit', scriptFor: (texts, at) => texts[at] },
  wrong: {
    about: 'scripts that fit nothing',
    scriptFor: (_, at) => `${OTHER_WORDS} number ${at} ${OTHER_WORDS}`,
  },
  swapped: { about: 'scripts of the next file', scriptFor: (texts, at) => texts[(at + 1) % texts.length] },
}

interface Order {
  files: Record<string, Buffer>
  scripts: Record<string, string>
  on: string[]
}

async function orderOf({ files }: Sizes, scriptFor: ScriptFor): Promise<Order> {
  const names = Array.from({ length: files }, (_, at) => `${String(at).padStart(3, '0')}.wav`)
  const spoken = await Promise.all(names.map((_, at) => speech(at, SENTENCES_EACH)))
  const texts = spoken.map(({ text }) => text)
  return {
    files: Object.fromEntries(names.map((name, at) => [name, spoken[at].bytes])),
    scripts: Object.fromEntries(names.map((name, at) => [name, scriptFor(texts, at)])),
    on: ['scriptAccuracy'],
  }
}

async function run({ sizes, attacker }: Scene, order: Order): Promise<Shown> {
  const client = await attacker(2 * sizes.files)
  const first = await client.audit(order)
  if (first.status !== 200) return { wrong: [`the batch is answered with ${told(first)}`] }
  // Again: everything is cached by then, and what is left is reading and judging.
  const second = await client.audit(order)
  const judgingSec = second.status === 200 ? jsonOf<{ timing: { total: number } }>(second).timing.total : 0
  const slow = judgingSec > MOST_JUDGING_SEC ? [`judging alone takes ${judgingSec.toFixed(1)} s`] : []
  return {
    wrong: second.status === 200 ? [] : [`the same batch again is answered with ${told(second)}`],
    slow,
    notes: [`${sizes.files} files, judged anew in ${judgingSec.toFixed(2)} s`],
  }
}

export const batches: Attack[] = Object.entries(kinds).map(([kind, { about, scriptFor }]) => {
  let order: Order
  return {
    name: `batch-${kind}`,
    isLongOnly: kind !== 'swapped',
    fault: 1,
    about: `many files with ${about}`,
    isBesideHonest: true,
    async prepare(sizes) {
      order = await orderOf(sizes, scriptFor)
    },
    run: (scene) => run(scene, order),
  }
})
