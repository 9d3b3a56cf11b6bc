/** As many as report-voices.css has; further voices begin again. */
const COLOURS = 6

/** The class of a voice of a file, by its number from 1. Names and rows tell voices apart, too. */
export function voiceColour(voice: number): string {
  return `voice-${((voice - 1) % COLOURS) + 1}`
}
