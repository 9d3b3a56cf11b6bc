// Sentences for the section on word times.

export const WORD_TIMES_TEXTS = [
  'The ferry left the harbour at seven, and nobody on board had slept very much.',
  'When the lamp went out, Margaret counted slowly to twenty before she opened the door.',
  'Seven of the twelve apples were rotten; the others we carried home in a basket.',
  'I told him twice, but he only laughed and walked away into the rain.',
  'A thin line of smoke rose from the chimney, straight as a string, and then bent towards the sea.',
  'Please remember to water the plants, feed the cat, and lock the back door before you leave.',
  'Nobody knows who built the bridge, although the date above the arch is quite clear.',
  'Their younger brother studied chemistry in Edinburgh and later taught in a village school.',
]
