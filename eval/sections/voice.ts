// How well voices are told apart, by models that were never trained on the set they are judged by.
import { type Clip, embedCorpus, loadClips, type Variant } from '../../lab/voice-model/embed-corpus.js'
import { FEWEST_PAIRS, heldOutCalibrations, heldOutModels, ratiosOf } from '../../lab/voice-model/held-out.js'
import { equalErrorRate, isBrief, isLong, isShort, trialsOf } from '../../lab/voice-model/trials.js'
import { type Accuracy, accuracies } from '../../src/checks/check.js'
import type { VoiceJudge } from '../../src/checks/comparison/voice-judge.js'
import { type Level, levels } from '../../src/checks/comparison/voice-views.js'
import type { Section } from '../section.js'
import { type Column, table } from '../table.js'
import { type BatchPlan, batchesOf, conditionBatches, type Deviation, deviationsOf } from './voice-batches.js'
import { type QuestionRow, questionRows } from './voice-questions.js'

const THRESHOLDS = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5]
const LENGTHS = [
  { name: '3 s and more', isWanted: isLong },
  { name: '1.5 to 3 s', isWanted: isShort },
  { name: '0.8 to 1.5 s', isWanted: isBrief },
]
const PLANS: BatchPlan[] = [
  { size: 4, strangers: 0, drawsPerVoice: 2 },
  { size: 4, strangers: 1, drawsPerVoice: 4 },
  { size: 8, strangers: 0, drawsPerVoice: 10 },
  { size: 8, strangers: 1, drawsPerVoice: 20 },
  { size: 8, strangers: 2, drawsPerVoice: 20 },
  { size: 24, strangers: 0, drawsPerVoice: 5 },
  { size: 24, strangers: 1, drawsPerVoice: 20 },
  { size: 24, strangers: 2, drawsPerVoice: 20 },
]
/** The same voice in another condition; "short" and "brief" are cuts of 1.5 to 3 s and of 0.8 to 1.5 s among longer files. */
const SAME_VOICE: Variant[] = [
  'loud',
  'mp3',
  'rate',
  'lowpass',
  'noise30',
  'noise20',
  'eq',
  'speed',
  'acted',
  'short',
  'brief',
]
const CONDITION_BATCH = 8

interface ErrorRow {
  level: Level
  set: string
  voices: number
  /** In per cent; null with too few pairs. */
  rates: (number | null)[]
}

interface CurveRow {
  name: string
  strangers: number
  own: number
  /** In per cent, one for each threshold. */
  found: (number | null)[]
  falsely: number[]
  /** Own files said to sound like another recording, in per cent. */
  noted: number
}

export const voice: Section = {
  name: 'voice',
  purpose: 'voices told apart: equal error rates, batches with strangers, one voice in other conditions',
  async run({ corpus, progress, options }) {
    // With --limit only what is kept from before is used: printing the corpus takes half an hour.
    if (options.limit === undefined) await embedCorpus(corpus)
    const clips = loadClips()
    progress(`voice: ${clips.length} prints of ${new Set(clips.map((clip) => clip.voice)).size} voices`)
    const heldOut = heldOutModels(clips, (set) => progress(`voice: training without ${set}`))
    const calibrations = heldOutCalibrations(heldOut)
    const judges = heldOut.map(({ set, clips, models }) => ({ set, clips, judge: { models, calibrations } }))
    const errors = (Object.keys(levels) as Level[]).flatMap((level) => {
      const rows = judges
        .map((each) => errorsOf(each, level))
        .filter(({ rates }) => rates.some((rate) => rate !== null))
      const rates = ERROR_TITLES.map((_, column) => meanOf(rows.map((row) => row.rates[column])))
      return [...rows, { level, set: 'mean', voices: 0, rates }]
    })
    const batches = accuracies.flatMap((accuracy) => batchCurves(judges, clips, accuracy))
    const conditions = accuracies.flatMap((accuracy) => conditionCurves(judges, accuracy))
    const questions = await questionRows('standard', progress)
    return {
      text: [
        'Equal error rates in %, each set by a model trained on the others (g: same gender)',
        table(ERROR_COLUMNS, errors),
        'Batches: strangers found / own files falsely flagged in %, by threshold',
        table(curveColumns(true), batches),
        'One file of the batch in another condition: falsely called another voice in %, by threshold; noted as another recording',
        table(curveColumns(false), conditions),
        'A question among six statements of the same made voice, by the models as they are shipped',
        table(QUESTION_COLUMNS, questions),
      ].join('\n\n'),
      data: { errors, thresholds: THRESHOLDS, batches, conditions, questions },
    }
  },
}

/** A model that was never trained on the set. */
interface Judged {
  set: string
  clips: Clip[]
  judge: VoiceJudge
}

function batchCurves(judges: Judged[], all: Clip[], accuracy: Accuracy): CurveRow[] {
  return LENGTHS.flatMap(({ name, isWanted }) =>
    PLANS.map((plan) =>
      curve(
        `${accuracy}: ${plan.size} files, ${plan.strangers} strangers, ${name}`,
        judges.flatMap(({ clips, judge }) =>
          batchesOf(clips.filter(isWanted), all.filter(isWanted), plan).flatMap((batch) =>
            deviationsOf(batch, judge, accuracy),
          ),
        ),
      ),
    ),
  ).filter(({ own }) => own > 0)
}

function conditionCurves(judges: Judged[], accuracy: Accuracy): CurveRow[] {
  return SAME_VOICE.map((variant) =>
    curve(
      `${accuracy}: ${variant}`,
      judges.flatMap(({ clips, judge }) =>
        conditionBatches(clips, isLong, variant, CONDITION_BATCH).flatMap((batch) =>
          deviationsOf(batch, judge, accuracy)
            .slice(0, 1)
            .map((each) => ({ ...each, isStranger: false })),
        ),
      ),
    ),
  ).filter(({ own }) => own > 0)
}

function errorsOf({ set, clips, judge }: Judged, level: Level): ErrorRow {
  const rates = LENGTHS.flatMap(({ isWanted }) =>
    [false, true].map((sameGender) => {
      const { same, different } = trialsOf(clips.filter(isWanted), sameGender)
      if (same.length < FEWEST_PAIRS || different.length < FEWEST_PAIRS) return null
      return (
        100 * equalErrorRate(known(ratiosOf(judge, same, level)), known(ratiosOf(judge, different, level)))
      )
    }),
  )
  return { level, set, voices: new Set(clips.map((clip) => clip.voice)).size, rates }
}

function curve(name: string, deviations: Deviation[]): CurveRow {
  const strangers = deviations.filter(({ isStranger }) => isStranger)
  const own = deviations.filter(({ isStranger }) => !isStranger)
  const over = (list: Deviation[], threshold: number) =>
    (100 * list.filter(({ deviation }) => deviation > threshold).length) / list.length
  return {
    name,
    strangers: strangers.length,
    own: own.length,
    found: THRESHOLDS.map((threshold) => (strangers.length > 0 ? over(strangers, threshold) : null)),
    falsely: THRESHOLDS.map((threshold) => over(own, threshold)),
    noted: (100 * own.filter(({ isNoted }) => isNoted).length) / own.length,
  }
}

const ERROR_TITLES = ['3 s+', '3 s+ g', '1.5-3 s', '1.5-3 s g', '0.8-1.5 s', '0.8-1.5 s g']
const ERROR_COLUMNS: Column<ErrorRow>[] = [
  { title: 'compared by', value: ({ level }) => level, align: 'left' },
  { title: 'set', value: ({ set }) => set, align: 'left' },
  { title: 'voices', value: ({ voices }) => voices || null },
  ...ERROR_TITLES.map((title, column) => ({
    title,
    value: ({ rates }: ErrorRow) => rates[column]?.toFixed(2) ?? null,
  })),
]

const QUESTION_COLUMNS: Column<QuestionRow>[] = [
  { title: 'voice', value: (row) => row.voice, align: 'left' },
  { title: 'questions', value: (row) => row.questions },
  { title: 'flagged', value: (row) => row.flagged },
  { title: 'largest deviation', value: (row) => row.largest.toFixed(2) },
]

function curveColumns(withStrangers: boolean): Column<CurveRow>[] {
  return [
    { title: '', value: ({ name }) => name, align: 'left' },
    ...(withStrangers ? [{ title: 'strangers', value: ({ strangers }: CurveRow) => strangers }] : []),
    { title: 'own', value: ({ own }) => own },
    ...THRESHOLDS.map((threshold, column) => ({
      title: String(threshold),
      value: ({ found, falsely }: CurveRow) =>
        withStrangers
          ? `${found[column]?.toFixed(1) ?? '-'} / ${falsely[column].toFixed(2)}`
          : falsely[column].toFixed(1),
    })),
    ...(withStrangers ? [] : [{ title: 'noted', value: ({ noted }: CurveRow) => noted.toFixed(0) }]),
  ]
}

function known(ratios: (number | null)[]): number[] {
  return ratios.filter((ratio) => ratio !== null)
}

function meanOf(rates: (number | null)[]): number | null {
  const known = rates.filter((rate) => rate !== null)
  return known.length === 0 ? null : known.reduce((sum, rate) => sum + rate, 0) / known.length
}
