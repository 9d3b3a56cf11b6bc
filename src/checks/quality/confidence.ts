// How likely what a detector lists is a fault at all. The weights are fitted to what the detectors list in untouched and in faulty
// speech of engines that their networks were learnt without, such that of eight files one has the fault; see scripts/confidence.
import { readModelFile } from '../../speech/models.js'
import { AT_START_SEC, type Fault, isNoticed, MOST_WHEN_UNSURE } from './issue.js'
import { parameters } from './parameter.js'

export const numbers = parameters({
  'A fault that is less sure flags no file, and is listed as subtle. Chosen on engines that the networks were learnt without (npm run eval -- quality-engines).':
    { sureFrom: [0.5, 'confidence'] },
  'A detector that gives no odds is taken at its word, where untouched speech has not shown otherwise.': {
    atItsWord: [0.99, 'confidence'],
  },
})
const { sureFrom, atItsWord } = numbers

export interface JudgedFault extends Fault {
  confidence: number
}

export const featureNames = ['one', 'odds', 'audibility', 'logSec', 'wordDoubt'] as const
export type Features = Record<(typeof featureNames)[number], number>
/** By kind, what each feature adds to the logarithm of the odds. */
export type Weights = Record<string, Features>

/**
 * What is weighed alike: faults of a type, those that may be none by the detector's own account apart from the others. A word that is
 * cut at its beginning is hardly ever understood, one that is cut at its end often is.
 */
export function kindOf({ type, odds, startSec }: Fault): string {
  if (odds === undefined) return `${type}, exact`
  return type === 'truncation' && startSec < AT_START_SEC ? 'truncation, at the start' : type
}

/** Of clicks and cuts, which have a place and no length. */
const SHORTEST_SEC = 0.001

/** Nobody is surer of a word than this, or less sure; natural logarithm of odds. */
const MOST_DOUBT = 3

export function featuresOf({
  odds = 0,
  audibility,
  startSec,
  endSec,
  wordConfidence = 0.5,
}: Fault): Features {
  const doubt = Math.log((1 - wordConfidence + 1e-6) / (wordConfidence + 1e-6))
  return {
    one: 1,
    odds,
    audibility,
    logSec: Math.log10(Math.max(SHORTEST_SEC, endSec - startSec)),
    wordDoubt: Math.max(-MOST_DOUBT, Math.min(MOST_DOUBT, doubt)),
  }
}

let stored: Weights | undefined
function storedWeights(): Weights {
  stored ??= (JSON.parse(Buffer.from(readModelFile('confidence')).toString('utf8')) as { weights: Weights })
    .weights
  return stored
}

export function confidenceOf(fault: Fault, weights: Weights = storedWeights()): number {
  const weight = weights[kindOf(fault)]
  if (!weight) return atItsWord
  const features = featuresOf(fault)
  const odds = featureNames.reduce((sum, name) => sum + weight[name] * features[name], 0)
  return 1 / (1 + Math.exp(-odds))
}

/** One that may well be none is never more than subtle. */
export function withConfidence(fault: Fault): JudgedFault {
  const confidence = confidenceOf(fault)
  const isUnsure = confidence < sureFrom && isNoticed(fault)
  return { ...fault, confidence, audibility: isUnsure ? MOST_WHEN_UNSURE : fault.audibility }
}
