// Files that do not fit their batch: another voice, another level, another pace. And batches in which all fit.
import { atSpeed } from '../../lab/time-stretch.js'
import type { CheckName } from '../../src/checks/check.js'
import { addTo, type Counts } from './count.js'
import type { Listening, SoundFile } from './listening.js'
import { fileOf, type SpokenClip } from './spoken-clip.js'

/** A level that nobody sets on purpose; softer only, so that nothing clips. */
const SOFTER_DB = 9
const SPEEDS = [0.8, 1.25, 1.4]
/** Pace needs transcripts, which take most of the time. */
const PACED_VOICES = 3

export async function heardBatches(
  listening: Listening,
  clips: SpokenClip[],
): Promise<{ counts: Counts; falseFlags: string[] }> {
  const counts: Counts = new Map()
  const falseFlags: string[] = []
  const voices = [...new Set(clips.map(({ voice }) => voice))]
  const filesOf = (voice: string) => clips.filter((clip) => clip.voice === voice).map(fileOf)

  /** Puts the odd file in the place of the last of the batch; every other that is flagged is flagged wrongly. */
  const put = async (row: string, check: CheckName, odd: SoundFile, batch: SoundFile[]) => {
    const files = [...batch.slice(0, -1), { ...odd, name: `${odd.name} (${row})` }]
    const { tracks } = (await listening.audit(files, { checks: [check] })).checks[check]!
    addTo(counts, row, `${odd.name} among ${batch[0].name}`, tracks.at(-1)!.flagged)
    for (const { file, flagged } of tracks.slice(0, -1))
      if (flagged) falseFlags.push(`${check}: ${file} beside ${odd.name} (${row})`)
  }

  for (const voice of voices) {
    const own = filesOf(voice)
    const isPaced = voices.indexOf(voice) < PACED_VOICES
    const asked: CheckName[] = isPaced ? ['comparison', 'quality', 'pace'] : ['comparison', 'quality']
    const { checks } = await listening.audit(own, { checks: asked, qualityChecks: { garble: false } })
    for (const check of asked)
      for (const { file, flagged } of checks[check]!.tracks) if (flagged) falseFlags.push(`${check}: ${file}`)

    const strangers = voices.filter((other) => other !== voice).map((other) => filesOf(other).at(-1)!)
    const told: Promise<void>[] = strangers.map((odd) => put('another voice', 'comparison', odd, own))
    const softer = 10 ** (-SOFTER_DB / 20)
    const batch = (odd: SoundFile) => own.toSorted(last(odd))
    for (const file of own.slice(0, 3)) {
      const soft = { ...file, samples: file.samples.map((sample) => softer * sample) }
      told.push(put('another level', 'comparison', soft, batch(file)))
    }
    const [file] = own
    for (const speed of isPaced ? SPEEDS : []) {
      const samples = atSpeed(file.samples, file.sampleRateHz, speed)
      told.push(put('another pace', 'pace', { ...file, samples }, batch(file)))
    }
    await Promise.all(told)
  }
  return { counts, falseFlags }
}

/** Sorts that file to the end of its batch, where it is replaced by its changed self. */
const last = (file: SoundFile) => (one: SoundFile, other: SoundFile) =>
  Number(one.name === file.name) - Number(other.name === file.name)
