import { address } from '../settings.js'

/** The first step of the path below the service: "report", "new"... */
export function placeNow(): string {
  return partsNow()[0] || 'new'
}

/** What follows it: the id of a report. */
export function idNow(): string {
  return partsNow()[1] ?? ''
}

/** Only a report has something behind its name, and needs it. */
export function isPlace(): boolean {
  const [place = '', ...rest] = partsNow().filter(Boolean)
  return rest.length === (place === 'report' ? 1 : 0)
}

/** Puts another page in the place of this one without loading it anew: what is kept in this one is there again on Back. */
export function openInPlace(url: string): void {
  history.replaceState(null, '', url)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Opens another page without loading it anew; Back leads here again. */
export function openNext(url: string): void {
  history.pushState(null, '', url)
  dispatchEvent(new PopStateEvent('popstate'))
}

function partsNow(): string[] {
  const folder = new URL(address('')).pathname
  return location.pathname.slice(folder.length).split('/')
}
