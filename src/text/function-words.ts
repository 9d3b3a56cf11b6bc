/**
 * Words that carry grammar rather than content. They are said weakly, and a recogniser takes one for another, leaves one out
 * or puts one in far more often than it mistakes a word of content.
 */
const FUNCTION_WORDS = new Set(
  `a an the this that these those and or but nor so if then than as at by for from in into of off on onto out over to up with
   within without about i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we
   us our ours they them their theirs one ones who whom whose which what when where why how am is are was were be been being do does did
   doing done have has had having will would shall should can could may might must not no nor there here just too also very
   oh ah well all any some each o n s t d ll re ve m`.split(/\s+/),
)

/** Whether a word in canonical form says something by itself. */
export function isContentWord(word: string): boolean {
  const stem = word.replace(/'(s|d|m|ll|re|ve)$/, '')
  return !FUNCTION_WORDS.has(stem)
}
