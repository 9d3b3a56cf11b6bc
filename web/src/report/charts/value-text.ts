import type { Measure } from '../../../../src/report/judgements.js'

/** A value in the unit of its measure: "−5 %", "3.5 dB", "85". */
export function valueText({ unit }: Pick<Measure, 'unit'>, value: number): string {
  const size = Number(Math.abs(unit === '%' ? 100 * value : value).toFixed(2))
  const sign = value < 0 && size !== 0 ? '\u2212' : ''
  return `${sign}${size}${unit === 'of 100' ? '' : ` ${unit}`}`
}
