import type { ScriptText, TextKind } from './script-texts.js'

// Read aloud for reporting alone: nothing in the check was ever chosen on these texts, directions and changes.

const prose = [
  'The ferryman wore a red scarf even in July. When he rang his bell, the goats on the far bank lifted their heads.',
  'Nobody in the office had ever opened the bottom drawer. On Thursday it began to tick.',
  'She planted the beans along the fence and forgot them. In August they had swallowed the bicycle, the bench and half of the gate.',
  'The museum keeps the whale in the cellar. Upstairs there was simply no room, and the mayor refused to move his desk.',
  'Rain drummed on the tin roof all night. By breakfast the path to the well had become a stream, and the frogs were holding a meeting.',
  'My uncle repaired watches by candlelight. He said that electric light made the small wheels nervous.',
  'Two painters shared the attic above the pharmacy. One worked only at dawn, the other only after supper, so they needed a single bed.',
  'The last tram carried a sleeping soldier, a crate of oranges and a very small dog. None of them had a ticket.',
]

const dialogue = [
  'Have you seen my glasses? They are on your forehead. Oh, that explains a lot.',
  'This soup tastes of soap. That is the parsley. Parsley has never tasted of soap.',
  'How long will the repair take? Until Thursday, unless the part is late. And if it is late?',
  'You promised to bring the tickets. I promised to buy them. They are lying on the kitchen table.',
  'Do you believe in ghosts? Only in the winter. What happens in the summer?',
  'Take the second street on the right. There is no second street. Then take the first one twice.',
  'Who left the window open? The cat did. We do not have a cat, Leonard.',
]

const names = [
  'Professor Ingrid Halvorsen will chair the panel with Desmond Adeyemi.',
  'Please send the invoice to Claudia Bergmann in Rotterdam.',
  'Mrs. Thistlewood and Colonel Prescott arrived from Edinburgh.',
  'Yusuf Karaca and Priya Raghavan founded the company in Bristol.',
  'Our reporter Giovanni Marchetti is standing outside the theater in Verona.',
  'The role of Ophelia is sung by Katarzyna Nowak.',
  'Ask Winston or Josephine for the keys to the Hawthorne Building.',
]

const numbers = [
  'Flight 482 departs at 6:15 am from gate 23.',
  'The recipe needs 4 eggs, 200 grams of butter and 1/2 cup of milk.',
  'In 1969 about 600 million people watched the landing.',
  'Your code is 7 3 9 1, and it expires in 15 minutes.',
  'The tower is 324 meters high and has 1,665 steps.',
  'Prices fell by 8% in May and by another 2.5% in June.',
  'The concert on October 12th starts at 8 pm and costs $45.',
]

const technical = [
  'Save your work before you update the driver. The screen may turn black for a few seconds.',
  'The sensor measures humidity every minute. If the value is too high, the fan starts automatically.',
  'Unplug the cable and wait for the green light. Then connect the second monitor.',
  'Vaccines train the immune system without causing the disease. Most side effects disappear within two days.',
  'Each pull request needs one review. The tests must pass before the branch is merged.',
  'Grease the bearing and turn the shaft by hand. It should move freely in both directions.',
  'The browser stores the session in a cookie. Closing the tab does not delete it.',
]

const prompts = [
  'Fasten your seat belt.',
  'The line is busy.',
  'Welcome to Harbor Bank.',
  'Which floor, please?',
  'Your parcel was delivered.',
  'Take the next exit.',
  'Good morning, Frederick.',
  'The gate closes in ten minutes.',
  'Speak after the tone.',
  'Memory card is full.',
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
  '[tenderly]',
  '[chuckles]',
  '*yawns*',
  '(wearily)',
  '[furiously]',
  '[in a gentle voice]',
  '<sighing>',
  '[brief pause]',
  '[surprised]',
  '(with a laugh)',
  '[inhales deeply]',
  '[impatiently]',
  '[screams]',
  '(speaking slowly)',
  '[crowd cheering]',
  '[bitterly]',
]

/** None sounds like another, nor like a word of the texts. */
export const FRESH_OTHER_WORDS = [
  'basket', 'silver', 'giraffe', 'trumpet', 'Saturday', 'twelve', 'cinnamon', 'hammer', 'volcano', 'pillow', 'rabbit', 'emerald',
  'spider', 'village', 'lantern', 'climb', 'velvet', 'cheese', 'rocket', 'invisible',
] // biome-ignore format: a table

export const FRESH_RUN_ONS = [
  'This brings us to the end of chapter four.',
  'Remember to rate our show with five stars.',
  'The farmer sold his tractor last week.',
  'Now let us turn to something else.',
]
