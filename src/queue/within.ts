export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/** The result of the work, or a TooLate when it does not come in time; the work goes on. */
export async function within<Result>(timeMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`nothing came within ${timeMs} ms`)), timeMs)
  })
  // Whatever becomes of it later, somebody has caught it.
  work.catch(() => {})
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
