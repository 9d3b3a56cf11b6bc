export type AskedRange = { from: number; to: number } | 'whole' | 'unsatisfiable'

/** One range of bytes (RFC 9110, 14.2). What is not understood, or several at once, may be answered with the whole. */
export function askedRange(header: string | undefined, totalBytes: number): AskedRange {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.replace(/\s/g, '') ?? '') ?? []
  if (first === undefined || (first === '' && last === '')) return 'whole'
  const lastByte = totalBytes - 1
  if (first === '') {
    const suffix = Number(last)
    return suffix === 0 || totalBytes === 0
      ? 'unsatisfiable'
      : { from: Math.max(0, totalBytes - suffix), to: lastByte }
  }
  const from = Number(first)
  const to = last === '' ? lastByte : Math.min(Number(last), lastByte)
  // A range that ends before it begins makes no sense, which is not the same as one that lies behind the end.
  if (last !== '' && Number(last) < from) return 'whole'
  return from > lastByte ? 'unsatisfiable' : { from, to }
}
