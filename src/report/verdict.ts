export interface Verdict {
  fileCount: number
  /** Files that any check flags. */
  regenCount: number
  /** Of the batch as a whole. */
  alarmCount: number
}

/** What is to be done with the files of a batch, in a few words, the same wherever they stand. */
export function verdictOf({ fileCount, regenCount, alarmCount }: Verdict): string {
  if (regenCount > 0)
    return fileCount === 1
      ? 'The file should be regenerated'
      : `${regenCount} of ${fileCount} files should be regenerated`
  if (fileCount === 1) return 'No reason was found to regenerate the file'
  // That would sound as if all were well.
  if (alarmCount > 0) return `None of the ${fileCount} files stands out by itself`
  return `No reason was found to regenerate any of the ${fileCount} files`
}
