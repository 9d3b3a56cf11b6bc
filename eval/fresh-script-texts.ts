import type { ScriptText, TextKind } from './script-texts.js'

// Read aloud for reporting alone: nothing in the check was ever chosen on these texts, directions and changes.

const prose = [
  'The bakery on the corner closes at two. If you come late, the owner leaves a loaf for you behind the flower pots. Nobody has ever stolen one.',
  'On the third day the snow stopped. Smoke rose from every chimney in the valley, and somewhere a dog barked at nothing. We dug out the gate with a frying pan.',
  'Her brother collected maps of places that no longer exist. Whole countries hung on his walls. He knew their capitals, their rivers and their stamps.',
  'The orchestra tuned for a long time that evening. When the conductor finally lifted his hand, the lights went out. The second violins began to giggle.',
  'There are two roads to the lighthouse. The shorter one floods in winter, so the keeper takes the longer one with his bicycle and his bread.',
  'A good knife needs very little care. Wash it by hand, dry it at once, and keep it away from the children. Once a month, draw it across the stone.',
]

const dialogue = [
  'Where did you put the scissors? They were on the shelf an hour ago. You used them last, remember?',
  'Do not move, there is a wasp on your collar. Is it gone? Almost. Now it is on mine.',
  'I would like a room with a balcony. All our balconies face the station, madam. Then give me one without.',
  'Who told you that I was leaving? Your suitcase did. It has been standing in the hall since Monday.',
]

const names = [
  'Doctor Amelia Fitzgerald and Professor Okonkwo will open the congress.',
  'Please forward the contract to Beatrice Lombardi in Antwerp.',
  'Juan Carlos Villanueva won the race in Ljubljana ahead of Tomasz Wojcik.',
  'Ask for Mrs. Featherstone at the Marlborough Hotel near Piccadilly.',
  'Hiroshi Takahashi plays the cello, and Fatima al-Rashid the piano.',
]

const numbers = [
  'The auction opens at 10:30 am on June 21st and closes 48 hours later.',
  'Only 3 of the 27 candidates answered all 150 questions.',
  'The temperature fell from 18 to minus 4 degrees within 6 hours.',
  'Your balance is $1,274.50, and the minimum payment of $35 is due on the 5th.',
  'He ran 26.2 miles in 2 hours, 41 minutes and 9 seconds.',
]

const technical = [
  'Choose a strong password and turn on two factor authentication. The code in the app changes every thirty seconds.',
  'The compiler warns you when a variable is never used. Remove it, or start its name with an underscore.',
  'Drain the radiator before you loosen the valve. Hot water may squirt out under pressure.',
  'Each request is signed with your private key. The server rejects signatures that are older than five minutes.',
  'Insulin lowers the level of glucose in the blood. Without it, the cells cannot absorb sugar properly.',
]

const prompts = [
  'Mind the gap.',
  'Your taxi has arrived.',
  'Please try again later.',
  'Good evening, Rebecca.',
  'The next stop is Willow Garden.',
  'Recording has started.',
  'Are you still there?',
  'Insert your card.',
]

const of = (kind: TextKind, texts: string[]): ScriptText[] => texts.map((text) => ({ kind, text }))

export const FRESH_SCRIPT_TEXTS: ScriptText[] = [
  ...of('prose', prose),
  ...of('dialogue', dialogue),
  ...of('names', names),
  ...of('numbers', numbers),
  ...of('technical', technical),
  ...of('prompt', prompts),
]

export const FRESH_DIRECTIONS = [
  '[cheerfully]',
  '(clears his throat)',
  '[giggles]',
  '*laughing*',
  '<whispers>',
  '[in a stern tone]',
  '[angrily]',
  '(excitedly)',
  '[SHOUTING]',
  '[gasps]',
  '[long pause]',
  '(quietly, to herself)',
]

/** None sounds like another, nor like a word of the texts. */
export const FRESH_OTHER_WORDS = [
  'tractor', 'yellow', 'mountain', 'umbrella', 'Wednesday', 'eleven', 'pepper', 'guitar', 'pyramid', 'carpet', 'feather', 'diamond',
  'lobster', 'tunnel', 'candle', 'swim', 'whistle', 'butter', 'ladder', 'enormous',
] // biome-ignore format: a table

export const FRESH_RUN_ONS = [
  'That concludes the first part of our tour.',
  'Do not forget to leave a comment below.',
  'My cousin has a farm in Canada.',
  'Let me tell you another story.',
]
