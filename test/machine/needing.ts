// Tests that need more of the machine than Node. Where a part is not there they are skipped with a line that says what to
// install; under CI they fail with that line, since a run that passes by skipping has shown nothing.
import { describe, test } from 'vitest'
import { missingLine, type PartName } from '../../lab/machine-parts.js'

/** A `describe` that needs these parts of the machine. */
export function describeWith(needed: PartName[], title: string, tests: () => void): void {
  decide(needed, title, {
    run: () => describe(title, tests),
    skip: () => describe.skip(title, tests),
  })
}

/** A `test` that needs these parts of the machine. */
export function testWith(needed: PartName[], title: string, run: () => Promise<void>): void {
  decide(needed, title, { run: () => test(title, run), skip: () => test.skip(title, run) })
}

function decide(needed: PartName[], title: string, { run, skip }: { run(): void; skip(): void }): void {
  const missing = missingLine(needed)
  const line = `"${title}" ${missing}`
  if (!missing) {
    run()
  } else if (isCi()) {
    test(title, () => {
      throw new Error(`nothing is skipped under CI: ${line}`)
    })
  } else {
    console.warn(`\n*** SKIPPED: ${line} ***\n`)
    skip()
  }
}

/** As every CI service sets it; whoever exports CI=false means no. */
export function isCi(): boolean {
  return !['', '0', 'false'].includes(process.env.CI ?? '')
}
