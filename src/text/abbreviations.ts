import type { Reading } from './integers.js'

function says(...readings: string[]): Reading[] {
  return readings.map((reading) => reading.split(' '))
}

/** Read out in full whether or not a full stop follows: none of these is an English word. */
export const ABBREVIATIONS: ReadonlyMap<string, Reading[]> = new Map([
  ['mr', says('mister')],
  ['mrs', says('missus')],
  ['messrs', says('messieurs')],
  ['dr', says('doctor', 'drive')],
  ['st', says('saint', 'street')],
  ['prof', says('professor', 'prof')],
  ['capt', says('captain')],
  ['lieut', says('lieutenant')],
  ['lt', says('lieutenant')],
  ['sgt', says('sergeant')],
  ['cpl', says('corporal')],
  ['jr', says('junior')],
  ['sr', says('senior')],
  ['esq', says('esquire')],
  ['etc', says('et cetera')],
  ['vs', says('versus')],
  ['ave', says('avenue', 'ave')],
  ['blvd', says('boulevard')],
  ['approx', says('approximately')],
  ['dept', says('department')],
  ['ltd', says('limited')],
  ['eg', says('for example', 'e g')],
  ['ie', says('that is', 'i e')],
])

/** Only with a capital and a full stop: without them most of these are words or names ("sat." and "sun." always are). */
export const ABBREVIATIONS_WITH_STOP: ReadonlyMap<string, Reading[]> = new Map([
  ['rev', says('reverend', 'rev')],
  ['hon', says('honorable', 'hon')],
  ['gen', says('general')],
  ['col', says('colonel')],
  ['maj', says('major')],
  ['gov', says('governor')],
  ['sen', says('senator')],
  ['rep', says('representative')],
  ['pres', says('president')],
  ['mt', says('mount')],
  ['ft', says('fort')],
  ['rd', says('road')],
  ['co', says('company', 'co')],
  ['corp', says('corporation', 'corp')],
  ['inc', says('incorporated', 'inc')],
  ['bros', says('brothers')],
  ['est', says('established')],
  ['fig', says('figure', 'fig')],
  ['vol', says('volume')],
  ['jan', says('january')],
  ['feb', says('february')],
  ['apr', says('april')],
  ['jun', says('june')],
  ['jul', says('july')],
  ['aug', says('august')],
  ['sept', says('september')],
  ['sep', says('september')],
  ['oct', says('october')],
  ['nov', says('november')],
  ['dec', says('december')],
  ['tue', says('tuesday')],
  ['tues', says('tuesday')],
  ['thu', says('thursday')],
  ['thur', says('thursday')],
  ['thurs', says('thursday')],
  ['fri', says('friday')],
])

/** Abbreviations that mean something only before a number: "No. 5", "pp. 12". */
export const ABBREVIATIONS_BEFORE_NUMBER: ReadonlyMap<string, Reading[]> = new Map([
  ['no', says('number')],
  ['nos', says('numbers')],
  ['p', says('page', 'p')],
  ['pp', says('pages')],
  ['ch', says('chapter')],
  ['sec', says('section')],
  ['art', says('article')],
])
