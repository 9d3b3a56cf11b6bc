import { visible } from '../parts/FileName.js'

/** "a.mp3, b.mp3 and 3 more". */
export function firstFilesText({
  firstFiles,
  fileCount,
}: {
  firstFiles: string[]
  fileCount: number
}): string {
  const left = fileCount - firstFiles.length
  return firstFiles.map(visible).join(', ') + (left > 0 ? ` and ${left} more` : '')
}
