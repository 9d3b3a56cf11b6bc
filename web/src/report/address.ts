// What of the report is open, in the part of the address that browsers keep to themselves, behind the secret of the link:
// "#{token}&track=3&at=12.5&status=flagged". Sent to somebody else, it opens the same place.
import type { CheckName } from '../api/audit.js'
import { everything, type Order, orders, type Selection, type Status, statuses } from './selection.js'
import { checkTitles, type Kind, kindTitles } from './words.js'

export interface Shown {
  /** Place of the open track in the batch, from 0. */
  openIndex: number | null
  /** Where in it. */
  timeSec: number
  selection: Selection
}

/** The secret of the link: the one piece that is not a name with a value. Empty for an owner who needs none. */
export function tokenIn(hash: string): string {
  return piecesOf(hash).find((piece) => !piece.includes('=')) ?? ''
}

/** Whatever somebody has typed there: what means nothing is left out. */
export function shownIn(hash: string, trackCount: number): Shown {
  const values = new URLSearchParams(
    piecesOf(hash)
      .filter((piece) => piece.includes('='))
      .join('&'),
  )
  const among = <Value extends string>(name: string, known: readonly Value[], otherwise: Value): Value =>
    known.find((value) => value === values.get(name)) ?? otherwise
  const number = Number(values.get('track'))
  const isTrack = Number.isInteger(number) && number >= 1 && number <= trackCount
  const timeSec = Number(values.get('at'))
  const least = Number(values.get('sure'))
  const voice = Number(values.get('voice'))
  return {
    openIndex: isTrack ? number - 1 : null,
    timeSec: isTrack && timeSec > 0 && Number.isFinite(timeSec) ? timeSec : 0,
    selection: {
      text: values.get('name') ?? everything.text,
      status: among<Status>('status', statuses, everything.status),
      check: among('check', Object.keys(checkTitles) as CheckName[], everything.check as CheckName),
      kind: among('kind', Object.keys(kindTitles) as Kind[], everything.kind as Kind),
      voice: Number.isInteger(voice) && voice >= 1 && voice <= trackCount ? voice : everything.voice,
      files: placesIn(values.get('files') ?? '', trackCount),
      leastConfidence: least > 0 && least <= 1 ? least : everything.leastConfidence,
      order: among<Order>('order', orders, everything.order),
    },
  }
}

/** Only what differs from the report as it is first seen. */
export function hashOf(token: string, { openIndex, timeSec, selection }: Shown): string {
  const values = new URLSearchParams()
  if (openIndex !== null) values.set('track', String(openIndex + 1))
  if (openIndex !== null && timeSec > 0) values.set('at', timeSec.toFixed(1))
  const { text, status, check, kind, voice, files, leastConfidence, order } = selection
  const numbers = files.map((index) => index + 1).join()
  const chosen = { name: text, status, check, kind, voice, files: numbers, sure: leastConfidence, order }
  const usual = {
    name: everything.text,
    status: everything.status,
    check: everything.check,
    kind: everything.kind,
    voice: everything.voice,
    files: '',
    sure: everything.leastConfidence,
    order: everything.order,
  }
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== usual[name as keyof typeof usual]) values.set(name, String(value))
  }
  const pieces = [token, values.toString()].filter(Boolean)
  return pieces.length === 0 ? '' : `#${pieces.join('&')}`
}

/** Numbers from 1 on, by commas. */
function placesIn(text: string, trackCount: number): number[] {
  const places = text.split(',').map((number) => Number(number) - 1)
  return places.filter((place) => Number.isInteger(place) && place >= 0 && place < trackCount)
}

function piecesOf(hash: string): string[] {
  return hash.replace(/^#/, '').split('&').filter(Boolean)
}
