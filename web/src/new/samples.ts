// Ten files with scripts, of which seven have a fault, for who wants to see an audit before choosing files: those of samples/.
import type { GatheredFile } from './gather.js'

const sounds = import.meta.glob<string>('../../../samples/*.mp3', {
  query: '?url',
  import: 'default',
  eager: true,
})
const scripts = import.meta.glob<string>('../../../samples/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Fails with words for people. */
export async function sampleFiles(): Promise<GatheredFile[]> {
  const texts = Object.entries(scripts).map(([path, text]) => gathered(path, new Blob([text])))
  const audio = Object.entries(sounds).map(async ([path, url]) => {
    const response = await fetch(url).catch(() => undefined)
    if (!response?.ok)
      throw new Error('The samples could not be loaded. Check your connection and try again.')
    return gathered(path, await response.blob())
  })
  return [...(await Promise.all(audio)), ...texts]
}

function gathered(path: string, content: Blob): GatheredFile {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { path: name, file: new File([content], name) }
}
