import path from 'node:path'

/**
 * A name for each file that tells it from the others: its own name, and as many of the folders above it as that takes.
 * Only the same file named twice gets the same name twice.
 */
export function distinctNames(files: string[]): string[] {
  const parts = files.map((file) => path.resolve(file).split(path.sep).filter(Boolean))
  const lengths = files.map(() => 1)
  const nameOf = (index: number) => parts[index].slice(-lengths[index]).join('/')
  for (;;) {
    const names = files.map((_, index) => nameOf(index))
    const growing = [...files.keys()].filter(
      (index) =>
        lengths[index] < parts[index].length &&
        names.indexOf(names[index]) !== names.lastIndexOf(names[index]),
    )
    if (growing.length === 0) return names
    for (const index of growing) lengths[index]++
  }
}
