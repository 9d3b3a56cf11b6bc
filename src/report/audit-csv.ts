import { csvOf } from './csv.js'

/** What a spreadsheet shows of an audit, as the engine makes it and as the service answers it. */
export interface TabledAudit {
  tracksToRegenerate: { file: string; reasons: { check: string; message: string }[] }[]
  /** Of the checks that were asked for. */
  checks: { [check: string]: { tracks: { file: string }[] } | undefined }
}

/** One line per file: what is wrong with it, and every figure that the checks give for it. RFC 4180. */
export function auditAsCsv({ checks, tracksToRegenerate }: TabledAudit): string {
  const reasons = new Map(tracksToRegenerate.map(({ file, reasons }) => [file, reasons]))
  const reports = Object.entries(checks).flatMap(([check, report]) => (report ? [{ check, ...report }] : []))
  const files = reports[0].tracks.map(({ file }) => file)
  const columns = reports.flatMap(({ check, tracks }) =>
    figureNames(tracks).map((figure) => ({ check, figure, tracks: tracks as unknown as Figures[] })),
  )
  return csvOf([
    ['file', 'regenerate', 'reasons', ...columns.map(({ check, figure }) => `${check}.${figure}`)],
    ...files.map((file, index) => [
      file,
      reasons.has(file),
      (reasons.get(file) ?? []).map(({ check, message }) => `${check}: ${message}`).join('; '),
      ...columns.map(({ figure, tracks }) => (isTold(tracks[index], figure) ? tracks[index][figure] : null)),
    ]),
  ])
}

type Figures = Record<string, unknown>

/** What the caller brought is no figure. */
const BROUGHT = new Set(['file', 'script'])

/** Numbers that stand for nothing where the voice was not judged, and where there is no script to measure by. */
const OF_JUDGED_VOICES = new Set(['similarity', 'deviation'])
const BY_SCRIPT = new Set(['accuracy', 'wordErrorRate'])

function isTold({ judged, hasScript }: Figures, figure: string): boolean {
  if (judged === false && OF_JUDGED_VOICES.has(figure)) return false
  return !(hasScript === false && BY_SCRIPT.has(figure))
}

/** The fields that hold one value each; lists are for JSON. */
function figureNames(tracks: object[]): string[] {
  const names = tracks.flatMap((track) =>
    Object.entries(track)
      .filter(([name, value]) => !BROUGHT.has(name) && (value === null || typeof value !== 'object'))
      .map(([name]) => name),
  )
  return [...new Set(names)]
}
