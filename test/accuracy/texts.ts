/** A breath each, for faults of sound. */
export const SHORT_TEXTS = [
  'The heavy wooden door opened slowly, and a cold wind came in from the garden.',
  'Please send the signed papers back to our office before the end of the week.',
  'Seven yellow boats were waiting in the harbour when the morning fog went away.',
]

/** Twenty words and more, from which the pace of a file is judged in full. */
export const LONG_TEXTS = [
  'My sister wanted to become a doctor, but after one winter in the hospital she decided to open a bakery with her friends.',
  'When the rain finally stopped, the farmers walked out into the fields and saw that most of the young plants were still standing.',
  'This radio needs two small batteries. Open the lid on the back, put them in, and close the lid until you hear it.',
  'If the light on the front turns red, hold the button for ten seconds, wait until it blinks twice, and then put the cover back on.',
  'Please remember to water the plants, feed the cat, and lock the back door before you leave, since nobody else will be at home until Sunday evening.',
]
