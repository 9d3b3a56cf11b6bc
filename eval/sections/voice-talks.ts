// Who speaks when: talks of one to three voices, each judged by a model that was never trained on its set.
import { embedCorpus, loadClips } from '../../lab/voice-model/embed-corpus.js'
import { heldOutModels } from '../../lab/voice-model/held-out.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { defaultOptions } from '../../src/checks/check.js'
import { listenForVoice } from '../../src/checks/comparison/listen.js'
import { type VoiceTurn, voiceTurns } from '../../src/checks/comparison/voice-turns.js'
import { OpenModels } from '../../src/speech/open-models.js'
import type { Interval } from '../../src/speech/speech-data.js'
import { SPEECH_RATE_HZ, Track } from '../../src/speech/track.js'
import { wavBytes } from '../../voices/wav.js'
import type { Section } from '../section.js'
import { percent, table } from '../table.js'
import { type Talk, type TrueTurn, talksOf } from './talks.js'

/** A change is told where it is when it is told so near. */
const NEAR_SEC = 0.5
const STEP_SEC = 0.05

interface Row {
  set: string
  voices: number
  talks: number
  /** Talks in which as many voices are told as speak. */
  counted: number
  /** Seconds of speech, and of those that are given to a voice whose they are not. */
  speechSec: number
  wrongSec: number
  changes: number
  near: number
  /** Told where there is none. */
  untrue: number
}

export const voiceTalks: Section = {
  name: 'voice-talks',
  purpose: 'who speaks when: talks of one to three voices, by models that know none of them',
  async run({ corpus, progress, options }) {
    // As for the section on voices: with --limit only what is kept from before is used.
    if (options.limit === undefined) await embedCorpus(corpus)
    const models = new OpenModels()
    const rows: Row[] = []
    for (const { set, models: voiceModels } of heldOutModels(loadClips())) {
      for await (const talk of talksOf(corpus, set, models)) {
        const track = new Track(bytesInMemory(wavBytes(talk.samples, SPEECH_RATE_HZ)), models)
        const findings = await listenForVoice(track, 'standard')
        const told = voiceTurns(findings, { models: voiceModels }, defaultOptions.deviationThreshold)
        add(rows, talk, told, (await track.voiceActivity()).speech)
      }
      progress(`voice-talks: ${set} done`)
    }
    const totals = [1, 2, 3].map((voices) => sumOf(rows.filter((row) => row.voices === voices)))
    return {
      text: table(
        [
          { title: 'set', value: ({ set }) => set, align: 'left' },
          { title: 'voices', value: ({ voices }) => voices },
          { title: 'talks', value: ({ talks }) => talks },
          { title: 'voices counted right', value: ({ counted }) => counted },
          { title: 'speech given wrongly', value: (row) => percent(row.wrongSec / row.speechSec) },
          { title: 'changes', value: ({ changes }) => changes },
          { title: `told within ${NEAR_SEC} s`, value: ({ near }) => near },
          { title: 'told where none is', value: ({ untrue }) => untrue },
        ],
        [...rows, ...totals],
      ),
      data: { rows, totals },
    }
  },
}

function add(
  rows: Row[],
  { set, voices, turns }: Talk,
  told: readonly VoiceTurn[],
  speech: Interval[],
): void {
  let row = rows.find((each) => each.set === set && each.voices === voices)
  if (!row) {
    row = {
      set,
      voices,
      talks: 0,
      counted: 0,
      speechSec: 0,
      wrongSec: 0,
      changes: 0,
      near: 0,
      untrue: 0,
    }
    rows.push(row)
  }
  const middles = turns.slice(1).map(({ startSec }, index) => (startSec + turns[index].endSec) / 2)
  const changes = middles.filter((_, index) => turns[index].voice !== turns[index + 1].voice)
  const toldSec = told.slice(1).map(({ startSec }) => startSec)
  const isNear = (one: number, others: number[]) => others.some((other) => Math.abs(one - other) <= NEAR_SEC)
  row.talks++
  if (new Set(told.map(({ voice }) => voice)).size === voices) row.counted++
  row.changes += changes.length
  row.near += changes.filter((change) => isNear(change, toldSec)).length
  row.untrue += toldSec.filter((change) => !isNear(change, changes)).length
  const { speechSec, wrongSec } = wronglyGiven(turns, told, speech)
  row.speechSec += speechSec
  row.wrongSec += wrongSec
}

/** Diarisation error without overlap: speech of another voice than the told one, the told voices named as fits best. */
export function wronglyGiven(
  turns: readonly TrueTurn[],
  told: readonly VoiceTurn[],
  speech: readonly Interval[],
): { speechSec: number; wrongSec: number } {
  const shared = new Map<string, number>()
  let steps = 0
  for (const { startSec, endSec } of speech) {
    for (let timeSec = startSec; timeSec < endSec; timeSec += STEP_SEC) {
      const isThen = (turn: Interval) => turn.startSec <= timeSec && timeSec < turn.endSec
      const truth = turns.find(isThen)
      if (!truth) continue
      steps++
      const said = told.find(isThen)
      if (!said) continue
      const key = `${truth.voice} ${said.voice}`
      shared.set(key, (shared.get(key) ?? 0) + 1)
    }
  }
  const trueVoices = [...new Set(turns.map(({ voice }) => voice))]
  const toldVoices = [...new Set(told.map(({ voice }) => voice))]
  const right = bestNaming(trueVoices, toldVoices, (one, other) => shared.get(`${one} ${other}`) ?? 0)
  return { speechSec: steps * STEP_SEC, wrongSec: (steps - right) * STEP_SEC }
}

/** The most that voices can share with told ones, each with one of its own. There are few voices: all namings are tried. */
function bestNaming(
  voices: readonly number[],
  told: readonly number[],
  shared: (voice: number, told: number) => number,
): number {
  const [voice, ...others] = voices
  if (voice === undefined) return 0
  const without = bestNaming(others, told, shared)
  return told.reduce((best, name) => {
    const rest = told.filter((each) => each !== name)
    return Math.max(best, shared(voice, name) + bestNaming(others, rest, shared))
  }, without)
}

function sumOf(rows: readonly Row[]): Row {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    set: 'all',
    voices: rows[0]?.voices ?? 0,
    talks: sum(({ talks }) => talks),
    counted: sum(({ counted }) => counted),
    speechSec: sum(({ speechSec }) => speechSec),
    wrongSec: sum(({ wrongSec }) => wrongSec),
    changes: sum(({ changes }) => changes),
    near: sum(({ near }) => near),
    untrue: sum(({ untrue }) => untrue),
  }
}
