// How well defects are heard, and how often one is heard that is none.

import { atRate, type Clip, cleanEntries, openClip, openEffects } from '../../lab/quality-clips.js'
import { type IssueType, issueTypes } from '../../src/checks/quality/issue.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { type Strength, strengths } from '../plant/planter.js'
import type { Section, SectionContext } from '../section.js'
import { percent, table } from '../table.js'
import { type Figure, figureRows, figureTable, hearFigures } from './quality-figures.js'
import { hearRated, type ListenerRow, listenerTable } from './quality-listeners.js'
import {
  hearPlanted,
  type PlantedHearing,
  PlantingPlan,
  plantedRows,
  plantedTable,
} from './quality-planted.js'
import {
  conditions,
  hearUntouched,
  type UntouchedHearing,
  untouchedRows,
  untouchedTable,
} from './quality-untouched.js'

const THRESHOLDS = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5]
const PLANTED_PER_CLIP = 6
const PROGRESS_EVERY = 50
/** Each clip in one condition, and figures from one clip in so many: hearing all in all would take hours. */
const FIGURES_EVERY = 2

/** What --kinds may name beside the types of issues. */
const OTHER_PARTS = ['untouched', 'conditions', 'figures', 'listeners'] as const

interface Parts {
  kinds: IssueType[]
  untouched: boolean
  conditions: boolean
  figures: boolean
  listeners: boolean
}

export const quality: Section = {
  name: 'quality',
  purpose: 'planted defects found, false alarms in untouched speech (--kinds: garble only when named)',
  async run(context) {
    const parts = partsOf(context.options.kinds)
    const heard = await hearClips(context, parts)
    const plain = heard.planted.filter(({ isMp3 }) => !isMp3)
    const sentAsMp3 = heard.planted.filter(({ isMp3 }) => isMp3)
    const rows = {
      planted: plantedRows(plain, true),
      plantedMp3: plantedRows(sentAsMp3, false),
      untouched: untouchedRows(heard.untouched),
      conditions: untouchedRows(heard.conditions),
      figures: figureRows(heard.figures),
    }
    const curve = curveRows(plain, heard.untouched)
    const text = [
      heard.planted.length > 0 && ['Planted defects', plantedTable(rows.planted)],
      heard.planted.length > 0 && ['The same, sent as mp3 at 64 kbit/s', plantedTable(rows.plantedMp3)],
      heard.untouched.length > 0 && ['Untouched speech: false alarms', untouchedTable(rows.untouched)],
      heard.conditions.length > 0 && [
        'Unusual speech: false alarms (an effect under the speech is expected to fail)',
        untouchedTable(rows.conditions),
      ],
      curve.length > 0 && ['Files flagged, by threshold', curveTable(curve)],
      heard.figures.length > 0 && ['Figures against the truth', figureTable(rows.figures)],
      heard.listeners.length > 0 && ['The score against listeners', listenerTable(heard.listeners)],
      context.options.worst > 0 && [
        'Untouched files with false alarms, the worst first',
        worstTable(heard.untouched, context.options.worst),
      ],
    ].filter((part) => part !== false)
    return {
      text: text.map((part) => part.join('\n')).join('\n\n'),
      data: { ...rows, thresholds: THRESHOLDS, curve, listeners: heard.listeners },
    }
  },
}

export function partsOf(names: string[] | undefined): Parts {
  const known: string[] = [...issueTypes, ...OTHER_PARTS]
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new RangeError(`--kinds knows ${known.join(', ')}, not "${unknown}"`)
  if (!names)
    return {
      kinds: issueTypes.filter((type) => type !== 'garble'),
      untouched: true,
      conditions: true,
      figures: true,
      listeners: true,
    }
  const kinds = issueTypes.filter((type) => names.includes(type))
  return {
    kinds,
    // False alarms are the other half of every sub-check.
    untouched: kinds.length > 0 || names.includes('untouched'),
    conditions: names.includes('conditions'),
    figures: names.includes('figures'),
    listeners: names.includes('listeners'),
  }
}

interface Heard {
  planted: PlantedHearing[]
  untouched: UntouchedHearing[]
  conditions: UntouchedHearing[]
  figures: Figure[]
  listeners: ListenerRow[]
}

async function hearClips({ corpus, options, progress }: SectionContext, parts: Parts): Promise<Heard> {
  const models = new OpenModels({ model: options.models[0] ?? 'base' })
  const effects = parts.conditions ? await openEffects(corpus, models) : []
  const garble = parts.kinds.includes('garble')
  const plan = new PlantingPlan(parts.kinds, PLANTED_PER_CLIP)
  const heard: Heard = { planted: [], untouched: [], conditions: [], figures: [], listeners: [] }
  if (parts.listeners)
    heard.listeners = await hearRated(corpus, { split: options.split, sets: options.sets }, models, garble)
  if (parts.kinds.length === 0 && !parts.untouched && !parts.conditions && !parts.figures) return heard
  let before: Clip | undefined
  const order = cleanEntries(corpus, options)
  for (const [turn, entry] of order.entries()) {
    const clip = await openClip(corpus, entry, models)
    const otherVoice = before?.sampleRateHz === clip.sampleRateHz ? before.samples : undefined
    for (const planned of plan.next()) {
      const hearing = await hearPlanted(clip, planned, { models, kinds: parts.kinds, otherVoice })
      if (hearing) heard.planted.push(hearing)
    }
    if (parts.untouched) heard.untouched.push(await hearUntouched(clip, null, { models, garble }))
    if (parts.conditions) {
      const condition = conditions[turn % conditions.length]
      const effect =
        condition === 'effect' ? atRate(effects[turn % effects.length], clip.sampleRateHz) : undefined
      heard.conditions.push(await hearUntouched(clip, condition, { models, garble, effect }))
    }
    if (parts.figures && turn % FIGURES_EVERY === 0)
      heard.figures.push(...(await hearFigures(clip, turn / FIGURES_EVERY, models)))
    before = clip
    if ((turn + 1) % PROGRESS_EVERY === 0) progress(`quality: ${turn + 1} of ${order.length} clips`)
  }
  return heard
}

interface CurveRow {
  name: string
  files: number
  /** Share flagged at each threshold. */
  flagged: number[]
}

function curveRows(planted: PlantedHearing[], untouched: UntouchedHearing[]): CurveRow[] {
  const row = (name: string, files: { deviation: number }[]): CurveRow => ({
    name,
    files: files.length,
    flagged: THRESHOLDS.map(
      (threshold) => files.filter(({ deviation }) => deviation > threshold + 1e-9).length / files.length,
    ),
  })
  const kinds = [...new Set(planted.map(({ kind }) => kind))]
  const of = (kind: string, strength: Strength) =>
    planted.filter((each) => each.kind === kind && each.strength === strength)
  return [
    ...['human', 'neural'].map((group) =>
      row(
        `untouched, ${group}`,
        untouched.filter((each) => each.group === group),
      ),
    ),
    ...kinds.flatMap((kind) => strengths.map((strength) => row(`${kind} ${strength}`, of(kind, strength)))),
  ].filter(({ files }) => files > 0)
}

function curveTable(rows: CurveRow[]): string {
  return table<CurveRow>(
    [
      { title: '', value: ({ name }) => name, align: 'left' },
      { title: 'files', value: ({ files }) => files },
      ...THRESHOLDS.map((threshold, index) => ({
        title: String(threshold),
        value: ({ flagged }: CurveRow) => percent(flagged[index]),
      })),
    ],
    rows,
  )
}

function worstTable(hearings: UntouchedHearing[], count: number): string {
  const worst = hearings
    .filter(({ issues, flagged }) => flagged || issues.length > 0)
    .sort((one, other) => other.deviation - one.deviation)
    .slice(0, count)
  return table<UntouchedHearing>(
    [
      { title: 'clip', value: ({ clip }) => clip, align: 'left' },
      { title: 'score', value: ({ deviation }) => (100 * (1 - deviation)).toFixed(1) },
      {
        title: 'issues',
        value: ({ issues }) =>
          issues
            .map(({ type, timeSec, endSec, audibility }) => `${type} ${timeSec}-${endSec} (${audibility})`)
            .join(', '),
        align: 'left',
      },
      { title: 'reasons', value: ({ reasons }) => reasons.join('; '), align: 'left' },
    ],
    worst,
  )
}
