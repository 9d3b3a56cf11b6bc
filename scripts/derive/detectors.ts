// The detectors that there are: every folder of detectors/ with a declaration.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Declaration } from '../../src/checks/quality/detectors/declaration.js'
import { modelFiles } from '../../src/speech/models.js'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const DETECTORS = 'src/checks/quality/detectors'
export const PLANTERS = 'eval/plant/planters'

export interface FoundDetector extends Declaration {
  /** Whether it measures. */
  isWeighed: boolean
  /** Whether its numbers are declared. */
  hasParameters: boolean
}

/** In the order of lists. Fails with a sentence about what is wrong with a declaration. */
export async function foundDetectors(): Promise<FoundDetector[]> {
  const folder = path.join(root, DETECTORS)
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const detectors = await Promise.all(
    names.map(async (name): Promise<FoundDetector> => {
      const file = path.join(folder, name, 'declaration.ts')
      const { declaration } = (await import(pathToFileURL(file).href)) as { declaration: Declaration }
      const has = (part: string) => existsSync(path.join(folder, name, part))
      return { ...declaration, isWeighed: has('weighed.ts'), hasParameters: has('parameters.ts') }
    }),
  )
  detectors.sort((one, other) => one.order - other.order)
  const faults = [
    ...detectors.flatMap((detector) => faultsOf(detector, detectors)),
    ...names
      .filter((name) => !detectors.some((detector) => detector.name === name))
      .map((name) => `the detector in ${DETECTORS}/${name} has another name than its folder`),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return detectors
}

function faultsOf(detector: FoundDetector, all: FoundDetector[]): string[] {
  const { name, order, issue, models } = detector
  const types = all.flatMap((each) => (each.issue ? [each.issue.type] : []))
  const named = issue
    ? [
        ...issue.explains,
        ...(issue.explainedBy ?? []),
        ...issue.eitherWay,
        ...Object.keys(issue.seemsToBe ?? {}),
      ]
    : []
  return [
    ...all
      .filter((other) => other !== detector && other.order === order)
      .map((other) => `${name} and ${other.name} both are number ${order}`),
    ...named
      .filter((type) => !types.includes(type))
      .map((type) => `${name} names the issue type "${type}", which no detector finds`),
    ...models
      .filter((model) => !(model in modelFiles))
      .map((model) => `${name} uses the model "${model}", which src/speech/models.ts does not know`),
    ...(issue && !existsSync(path.join(root, PLANTERS, `${issue.type}.ts`))
      ? [`there is no planter in ${PLANTERS}/${issue.type}.ts for ${name}`]
      : []),
  ]
}
