// Files as they are dropped or chosen: folders are opened, audio and texts are told apart by name.

export interface GatheredFile {
  /** Path inside of what was dropped: "book/01.mp3". */
  path: string
  file: File
}

const audioName = /\.(mp3|wav|flac|ogg|oga|m4a|mp4|aac|wma|opus)$/i
const textName = /\.(txt|json|csv)$/i
/** What operating systems leave in folders. */
const clutter = /(^|\/)(\.|__MACOSX|Thumbs\.db|desktop\.ini)/i

export const isAudio = ({ path }: GatheredFile) => audioName.test(path) && !clutter.test(path)
export const isText = ({ path }: GatheredFile) => textName.test(path) && !clutter.test(path)

/** Must be called while the drop is being handled: afterwards the browser forgets what was dropped. */
export async function droppedFiles({ items }: DataTransfer): Promise<GatheredFile[]> {
  const found = [...items].map((item) => {
    const entry = item.webkitGetAsEntry()
    if (entry) return filesIn(entry)
    const file = item.getAsFile()
    return file ? [{ path: file.name, file }] : []
  })
  return (await Promise.all(found)).flat()
}

export function chosenFiles(files: File[]): GatheredFile[] {
  return files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

async function filesIn(entry: FileSystemEntry): Promise<GatheredFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [{ path, file }]
  }
  const inside = await entriesOf((entry as FileSystemDirectoryEntry).createReader())
  return (await Promise.all(inside.map(filesIn))).flat()
}

/** A reader gives a hundred at a time. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const bare = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const stem = (path: string) => path.replace(/\.[^./]*$/, '')
export const bareStem = (path: string) => stem(bare(path))

/** The file that a list of texts means by this name: with its folder, without it, or without its ending. */
export function audioNamed<Gathered extends GatheredFile>(
  files: Gathered[],
  name: string,
): Gathered | undefined {
  return files.find(({ path }) => path === name || bare(path) === name || bareStem(path) === name)
}

/** Names under which files are sent: the bare name, or the path where two would be called the same. */
export function sentNames(files: GatheredFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) counts.set(bare(path), (counts.get(bare(path)) ?? 0) + 1)
  return files.map(({ path }) => (counts.get(bare(path))! > 1 ? path.replaceAll('/', '-') : bare(path)))
}
