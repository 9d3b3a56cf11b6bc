// Files in which nobody speaks: the worst of a batch, not the best.
import type { Attack, Scene, Shown } from '../attack.js'
import { jsonOf, told } from '../client.js'
import { music, oneSample, silence, speech, tone, whiteNoise } from '../sounds.js'

const MOST_SCORE = 10
const SHORT_SEC = 0.3
const ALL_CHECKS = ['comparison', 'quality', 'pace', 'scriptAccuracy']

interface Result {
  summary: string
  tracksToRegenerate: { file: string; reasons: { check: string; message: string }[] }[]
  checks: Record<string, { summary: string; tracks: Record<string, unknown>[] }>
}

interface Kind {
  bytes: Buffer
  /** What a reason must speak of. */
  says: RegExp
  /** Whether somebody may be speaking in it, though too little to judge. */
  isOnlyShort?: boolean
}

function kindsOf({ soundSec }: Scene['sizes'], spoken: Buffer): Record<string, Kind> {
  const rateHz = spoken.readUInt32LE(24)
  const short = Buffer.from(spoken.subarray(0, 44 + 2 * Math.round(SHORT_SEC * rateHz)))
  short.writeUInt32LE(short.length - 8, 4)
  short.writeUInt32LE(short.length - 44, 40)
  return {
    'silence.wav': { bytes: silence(soundSec), says: /silen|nothing is said/i },
    'noise.wav': { bytes: whiteNoise(soundSec), says: /noise/i },
    'one-sample.wav': { bytes: oneSample(), says: /too short/i },
    'short.wav': { bytes: short, says: /too short/i, isOnlyShort: true },
    'tone.wav': { bytes: tone(soundSec), says: /tone|no speech|nobody speaks|nothing is said/i },
    'music.wav': { bytes: music(soundSec), says: /music/i },
  }
}

/** What is wrong with the verdict on one file. */
function wrongWith(name: string, { says, isOnlyShort }: Kind, result: Result, where: string): string[] {
  const reasons = result.tracksToRegenerate.find(({ file }) => file === name)?.reasons ?? []
  const wrong: string[] = []
  for (const [check, { tracks }] of Object.entries(result.checks)) {
    const track = tracks.find(({ file }) => file === name)
    const isSaid = reasons.some((reason) => reason.check === check)
    if (!track?.flagged || !isSaid) wrong.push(`${name} ${where} is not flagged by ${check}`)
    if (check === 'quality' && !isOnlyShort && Number(track?.score) > MOST_SCORE)
      wrong.push(`${name} ${where} has a quality of ${track?.score}`)
  }
  const messages = reasons.map(({ message }) => message)
  if (messages.length > 0 && !messages.some((message) => says.test(message)))
    wrong.push(`${name} ${where} is flagged for another reason: ${messages.join('; ')}`)
  return wrong
}

async function run({ attacker, sizes }: Scene): Promise<Shown> {
  const client = await attacker(1_000)
  const kinds = kindsOf(sizes, (await speech(4)).bytes)
  const wrong: string[] = []
  for (const [name, kind] of Object.entries(kinds)) {
    const answer = await client.audit({ files: { [name]: kind.bytes }, on: ['quality', 'scriptAccuracy'] })
    if (answer.status === 200) wrong.push(...wrongWith(name, kind, jsonOf<Result>(answer), 'alone'))
    else wrong.push(`${name} alone is answered with ${told(answer)}`)
  }
  const bad = Object.fromEntries(Object.entries(kinds).map(([name, { bytes }]) => [name, bytes]))
  const allBad = await client.audit({ files: bad, on: ALL_CHECKS })
  if (allBad.status !== 200) wrong.push(`a batch of nothing else is answered with ${told(allBad)}`)
  else {
    const result = jsonOf<Result>(allBad)
    for (const [name, kind] of Object.entries(kinds))
      wrong.push(...wrongWith(name, kind, result, 'among its like'))
    if (!/speech|speak|said/i.test(result.summary))
      wrong.push(`the summary of nothing else does not say so: ${result.summary}`)
  }
  if (sizes.goodFiles > 0) wrong.push(...(await besideGood()))
  return { wrong, notes: [`${Object.keys(kinds).length} kinds, ${sizes.soundSec} s each`] }

  async function besideGood(): Promise<string[]> {
    const good: Record<string, Buffer> = {}
    for (let at = 0; at < sizes.goodFiles; at++) good[`good-${at}.wav`] = (await speech(at)).bytes
    const alone = await client.audit({ files: good, on: ALL_CHECKS })
    const mixed = await client.audit({ files: { ...good, ...bad }, on: ALL_CHECKS })
    for (const answer of [alone, mixed]) {
      if (answer.status !== 200) return [`a batch with good files is answered with ${told(answer)}`]
    }
    const [before, after] = [jsonOf<Result>(alone), jsonOf<Result>(mixed)]
    const found = Object.entries(kinds).flatMap(([name, kind]) =>
      wrongWith(name, kind, after, 'beside good ones'),
    )
    for (const [check, { tracks }] of Object.entries(before.checks)) {
      for (const track of tracks) {
        const now = after.checks[check].tracks.find(({ file }) => file === track.file)
        const moved = Object.keys(track).filter(
          (name) => JSON.stringify(track[name]) !== JSON.stringify(now?.[name]),
        )
        if (moved.length > 0)
          found.push(`${track.file}: ${check} gives another ${moved.join(', ')} beside them`)
      }
    }
    return found
  }
}

export const noSpeech: Attack = {
  name: 'no-speech',
  fault: 4,
  about: 'silence, noise, one sample, 0.3 s, a tone and music, alone and beside good files',
  run,
}
