import { address } from '../settings.js'

/** The first step of the path below the service: "report", "new"... */
export function placeNow(): string {
  return partsNow()[0] || 'new'
}

/** What follows it: the id of a report. */
export function idNow(): string {
  return partsNow()[1] ?? ''
}

function partsNow(): string[] {
  const folder = new URL(address('')).pathname
  return location.pathname.slice(folder.length).split('/')
}
