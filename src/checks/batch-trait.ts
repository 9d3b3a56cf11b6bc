/** What most files of a batch share: the way of the engine or of the pipeline. */
export interface BatchTrait {
  name: string
  /** How many files have it, and of how many that could. */
  files: number
  share: number
  /** What the files do, one sentence. */
  summary: string
  /** What to change in the pipeline. */
  advice: string
}

/** Of fewer files nobody can say what their habit is. */
export const FEWEST_FILES_WITH_HABITS = 4
/** So many of them share a habit: one file of a batch of eight, or two, may lack it. */
export const HABIT_SHARE = 0.7

/** "9 of 10 files end early." */
export function sharedSentence(files: number, of: number, does: string): string {
  return `${files === of ? `All ${of} files` : `${files} of ${of} files`} ${does}.`
}
