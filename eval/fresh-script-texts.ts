import { type AlikeChange, alike, type ScriptText, type TextKind } from './script-texts.js'

// Read aloud for reporting alone: nothing in the check was ever chosen on these texts, directions and changes.

const prose = [
  'The lighthouse keeper counted ships in a blue notebook. One evening he wrote down a ship that nobody else had seen.',
  'Grandmother kept the good spoons behind the flour. Whenever the doctor came to visit, she pretended to have lost them.',
  'A wooden bridge crossed the canal beside the bakery. In winter the boys slid across it on old trays.',
  'The orchestra waited for the conductor until nine. Then the second violin stood up and lifted a pencil.',
  'Three letters arrived on the same morning. All of them were empty, and all of them smelled of lavender.',
  'He had walked past the orchard every day for years. Only after the storm did he notice the little door in its wall.',
]

const dialogue = [
  'Is this seat taken? It was, but she got off at the last station. Then I will keep it warm for her.',
  'What did the judge say? She laughed and closed the file. That cannot be legal.',
  'Did you feed the parrot? I thought that you had done it. He says that neither of us did.',
  'Why is the piano in the garden? It did not fit through the door. And the rain?',
  'Tell me the truth about the money. There is no money. Then why are you whispering?',
  'Can you hear the music? That is the refrigerator. It has a lovely voice.',
]

const names = [
  'Doctor Amelia Okonkwo will speak after Benjamin Castellano.',
  'The package for Henrietta Lindqvist is waiting in Marseille.',
  'Captain Fitzgerald married Rosalind Chatterjee in Lisbon.',
  'Please welcome Tobias Grünwald and Mei Nakamura.',
  'The novel by Esperanza Delgado takes place in Budapest.',
  'Gregory asked Philippa about the house in Canterbury.',
]

// As flite reads them rightly: it spells out "$250,000" and says "one one thirty".
const numbers = [
  'Bus 57 leaves every 20 minutes until 9:30 pm.',
  'The bridge was finished in 1887 and cost $250.',
  'Mix 3 parts of sand with 1 part of cement.',
  'About 70% of the voters chose the 2nd proposal.',
  'Room 418 is on the 4th floor, next to room 420.',
  'The marathon is 42 kilometers long, and 9,000 runners took part.',
]

const technical = [
  'Hold the power button until the lamp blinks twice. Then release it and enter the password.',
  'The compiler reports the first error only. Correct it and build the project again.',
  'Drain the tank before you remove the filter. The water may still be hot.',
  'Bacteria multiply quickly at room temperature. Put leftovers in the fridge within two hours.',
  'The algorithm sorts the list in place. It needs no additional memory.',
  'Select the layer and lower its opacity. The background becomes visible at once.',
]

const prompts = [
  'Please leave a message.',
  'Your battery is low.',
  'Turn left at the church.',
  'Welcome back, Valerie.',
  'The store opens at nine.',
  'Your order has been shipped.',
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
  '[kindly]',
  '[giggles]',
  '*coughs*',
  '(nervously)',
  '[shouting]',
  '[in a low voice]',
  '<crying>',
  '[long pause]',
  '[amused]',
  '(with a smile)',
  '[exhales slowly]',
  '[dramatically]',
  '[gasps]',
  '(speaking softly)',
  '[door slams]',
  '[proudly]',
]

/** None sounds like another, nor like a word of the texts. */
export const FRESH_OTHER_WORDS = [
  'penguin', 'crimson', 'balcony', 'sausage', 'tomorrow', 'sixty', 'ginger', 'anvil', 'desert', 'mattress', 'dolphin', 'marble',
  'beetle', 'cottage', 'mirror', 'whisper', 'leather', 'honey', 'balloon', 'gigantic',
] // biome-ignore format: a table

export const FRESH_RUN_ONS = [
  'We hope that you enjoyed this lesson.',
  'Visit our website for more information.',
  'Her neighbor bought a new umbrella.',
  'But that is another story.',
]

export const FRESH_ALIKE_CHANGES: AlikeChange[] = [
  alike('Fill out the form before you come in.', 'form', 'farm'),
  alike('The train to Leeds leaves at fifteen minutes past.', 'fifteen', 'fifty'),
  alike('We counted seventy boats on the lake.', 'seventy', 'seventeen'),
  alike('Keep the lamp away from the curtain.', 'lamp', 'lamb'),
  alike('My uncle sells fruit at the corner.', 'uncle', 'ankle'),
  alike('The museum bought a copper vase.', 'vase', 'face'),
  alike('She wore a scarf against the wind.', 'wind', 'wing'),
  alike('The cook added pepper to the soup.', 'soup', 'soap'),
  alike('They reached the valley before dark.', 'valley', 'volley'),
  alike('He signed the lease on Friday.', 'lease', 'leash'),
  alike('The pilot checked the fuel twice.', 'fuel', 'full'),
  alike('A white fence runs around the garden.', 'white', 'wide'),
  alike('The class begins in September.', 'September', 'December'),
  alike('Turn left at the second light.', 'left', 'lift'),
  alike('The baby slept through the storm.', 'slept', 'swept'),
  alike('Our guests arrive on the ninth.', 'ninth', 'fifth'),
  alike('The farmer sold his goats in spring.', 'goats', 'coats'),
  alike('I have never seen this painting.', 'never', 'ever'),
  alike('The kitchen was full of smoke.', 'kitchen', 'chicken'),
  alike('They planted a row of cherry trees.', 'cherry', 'berry'),
  alike('The captain wrote a letter home.', 'captain', 'curtain'),
  alike('Please send the bill to my office.', 'bill', 'bell'),
  alike('The road is closed until Thursday.', 'Thursday', 'Tuesday'),
  alike('He thanked the nurse for her advice.', 'advice', 'device'),
]
