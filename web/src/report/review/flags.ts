// What a person is asked to decide about: the issues that have flagged a file.
import type { CheckName } from '../../api/audit.js'
import type { Decision } from '../../api/decisions.js'
import { sentence } from '../../parts/sentence.js'
import { type Mark, marksOf } from '../track/marks.js'
import type { TrackView } from '../tracks.js'
import type { Kind } from '../words.js'

export interface Flag {
  file: string
  check: CheckName
  /** As decisions call it; the name of the check where it is about the file as a whole. */
  kind: string
  /** Null for the file as a whole. */
  timeSec: number | null
  endSec: number | null
  confidence: number | null
  title: string
  /** What is worth knowing of it beside its title. */
  note: string
  /** Whose colour it has. */
  colour: Kind | undefined
}

/** In order of time, those about the file as a whole first. */
export function flagsOf(track: TrackView): Flag[] {
  const marks = marksOf(track)
  const flags = track.flaggedBy.flatMap((check) => {
    const places = marks.filter((mark) => mark.check === check && isFlagging(mark))
    return places.length > 0 ? places.map((mark) => placed(track, mark)) : [whole(track, check)]
  })
  const distinct = new Map(flags.map((flag) => [keyOf(flag), flag]))
  return [...distinct.values()].sort((one, other) => (one.timeSec ?? -1) - (other.timeSec ?? -1))
}

/** As src/cli/ci/faults.ts counts: what nobody notices flags nothing. A change of voice is decided about with the voice. */
function isFlagging({ check, weight, isHarmless }: Mark): boolean {
  return check !== 'comparison' && weight !== 'subtle' && !isHarmless
}

function placed({ file }: TrackView, mark: Mark): Flag {
  const { check, issue: kind, timeSec, endSec, confidence, title, note } = mark
  return { file, check, kind, timeSec, endSec, confidence, title, note, colour: mark.kind }
}

function whole({ file, reasons }: TrackView, check: CheckName): Flag {
  const said = reasons.filter((reason) => reason.check === check).map(({ message }) => message)
  return {
    file,
    check,
    kind: check,
    timeSec: null,
    endSec: null,
    confidence: null,
    title: sentence(said.join('; ')),
    note: '',
    colour: undefined,
  }
}

/** By which a decision finds its flag: as the service does, to the millisecond. */
export function keyOf({
  file,
  check,
  kind,
  timeSec,
}: Pick<Flag | Decision, 'file' | 'check' | 'kind' | 'timeSec'>): string {
  return JSON.stringify([file, check, kind, timeSec === null ? null : Math.round(1000 * timeSec)])
}
