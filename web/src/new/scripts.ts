// Which text belongs to which file: a .txt of the same name beside it, or a line of a JSON or CSV file.
import { pairsIn } from './file-pairs.js'
import { audioNamed, bareStem, type GatheredFile, stem } from './gather.js'

export interface FoundScripts {
  /** By the path of the audio. */
  byPath: Map<string, string>
  /** What could not be used, in words. */
  faults: string[]
}

export async function scriptsFor(audio: GatheredFile[], texts: GatheredFile[]): Promise<FoundScripts> {
  const byPath = new Map<string, string>()
  const faults: string[] = []
  for (const { path, file } of texts) {
    const text = (await file.text()).replace(/^\ufeff/, '')
    if (/\.txt$/i.test(path)) {
      const beside =
        audio.find((each) => stem(each.path) === stem(path)) ??
        audio.find((each) => bareStem(each.path) === bareStem(path))
      if (beside) byPath.set(beside.path, text.trim())
      else faults.push(`${path}: there is no audio file with this name.`)
      continue
    }
    const read = pairsIn(path, text, 'script')
    if (typeof read === 'string') {
      faults.push(`${path}: ${read}`)
      continue
    }
    for (const [name, script] of read) {
      const named = audioNamed(audio, name)
      if (named) byPath.set(named.path, script)
      else faults.push(`${path}: there is no audio file called "${name}".`)
    }
  }
  return { byPath, faults }
}
