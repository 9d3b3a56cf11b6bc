import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const compiled = new Map<string, string>()

/**
 * A file that Node runs as it is, on a thread or in a process of its own. From the sources, as in tests and tools, that is a
 * compiled one, made once in a process: a loader would compile all of it on every thread, which takes half a second and more.
 */
export function runnableFile(url: URL): string {
  const file = fileURLToPath(url)
  if (!file.endsWith('.ts')) return file
  let runnable = compiled.get(file)
  if (!runnable) {
    const compiler = fileURLToPath(new URL('./compile.mjs', import.meta.url))
    // Below the repository, so that its packages are found from there.
    const folder = fileURLToPath(new URL('../../.cache/compiled/', import.meta.url))
    runnable = execFileSync(process.execPath, [compiler, file, folder], { encoding: 'utf8' })
    compiled.set(file, runnable)
  }
  return runnable
}
