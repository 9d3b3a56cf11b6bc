// Cues as files: SubRip and WebVTT.
import type { Cue } from './cues.js'

/** Written with the line ends of Windows, where SubRip comes from; every player takes them. */
const CRLF = '\r\n'

/** SubRip has no way to escape anything, and some readers take every "-->" for times. */
export function asSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ startMs, endMs, lines }, index) =>
      [
        index + 1,
        `${clock(startMs, ',')} --> ${clock(endMs, ',')}`,
        ...lines.map((line) => line.replaceAll('-->', '->')),
        '',
        '',
      ].join(CRLF),
    )
    .join('')
}

/** https://www.w3.org/TR/webvtt1/ */
export function asVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, lines }) =>
    [`${clock(startMs, '.')} --> ${clock(endMs, '.')}`, ...lines.map(escaped)].join('\n'),
  )
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`
}

function escaped(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** HH:MM:SS and milliseconds behind the sign. */
function clock(timeMs: number, sign: ',' | '.'): string {
  const seconds = Math.floor(timeMs / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}${sign}${String(timeMs % 1000).padStart(3, '0')}`
}
