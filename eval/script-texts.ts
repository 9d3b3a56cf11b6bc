/** Texts of the kinds that scripts are made of, for setting thresholds; results are reported on those of fresh-script-texts.ts. */
export type TextKind = 'prose' | 'dialogue' | 'names' | 'numbers' | 'technical' | 'prompt'

export interface ScriptText {
  kind: TextKind
  text: string
}

const prose = [
  'The morning train was almost empty. A thin fog lay over the river, and the lights of the harbor looked like small coins. Nobody spoke until we reached the bridge.',
  'My grandmother kept her recipes in a wooden box. Each card had a stain that told you how often it was used. The bread card was nearly brown.',
  'By noon the wind had turned cold. The children pulled their coats tight and ran toward the barn. Behind them the sky grew dark over the hills.',
  'Every autumn the storks gather on the church roof. They stay for a week, then leave in a single morning. The village feels quiet after that.',
  'The old clock in the hall had stopped years ago. Still, my father wound it every Sunday after dinner. He said a house without a clock forgets itself.',
  'We walked along the beach until the lighthouse came into view. The sand was cold and firm under our feet. Far out, a ship was moving slowly toward the north.',
  'The library opened early on market days. Farmers left their baskets by the door and read the newspaper standing up. The librarian never complained about the mud.',
  'After the storm the garden was full of broken branches. We collected them in silence and built a fire. The smoke smelled of apples and rain.',
  'The bakery on the corner closes at two. If you come late, the owner leaves a loaf for you behind the flower pots. Nobody has ever stolen one.',
  'On the third day the snow stopped. Smoke rose from every chimney in the valley, and somewhere a dog barked at nothing. We dug out the gate with a frying pan.',
  'Her brother collected maps of places that no longer exist. Whole countries hung on his walls. He knew their capitals, their rivers and their stamps.',
  'The orchestra tuned for a long time that evening. When the conductor finally lifted his hand, the lights went out. The second violins began to giggle.',
  'There are two roads to the lighthouse. The shorter one floods in winter, so the keeper takes the longer one with his bicycle and his bread.',
  'A good knife needs very little care. Wash it by hand, dry it at once, and keep it away from the children. Once a month, draw it across the stone.',
]

const dialogue = [
  'Are you sure this is the right house? I thought the gate was green. It was green last summer, but they painted it.',
  'Wait, you told him about the money? Of course I did, he is my brother. Then we have a serious problem.',
  'I can stay until Friday, if that helps. That would be wonderful. I will make up the bed in the spare room.',
  'Did you hear that noise downstairs? It is only the cat. The cat is sleeping on my feet, Thomas.',
  'You never answer my letters. I answered every single one. Then somebody has been stealing our mail.',
  'Please sit down, the doctor will see you shortly. I have been waiting for an hour. I am sorry, we had an emergency this morning.',
  'Where did you put the scissors? They were on the shelf an hour ago. You used them last, remember?',
  'Do not move, there is a wasp on your collar. Is it gone? Almost. Now it is on mine.',
  'I would like a room with a balcony. All our balconies face the station, madam. Then give me one without.',
  'Who told you that I was leaving? Your suitcase did. It has been standing in the hall since Monday.',
]

const names = [
  'Please welcome Margaret Whitfield and her colleague Rajesh Patel.',
  'Siobhan Gallagher will meet you at the station in Worcester.',
  'The award goes to Nikolai Petrov for his work in Reykjavik.',
  'Mr. Abernathy lives between Guadalupe Street and Lake Michigan.',
  'Captain Xiomara Delgado spoke to Henrik Lindqvist about the Aurora mission.',
  'Our guide Tadeusz Kowalski was born in Gdansk and studied in Leipzig.',
  'Doctor Amelia Fitzgerald and Professor Okonkwo will open the congress.',
  'Please forward the contract to Beatrice Lombardi in Antwerp.',
  'Juan Carlos Villanueva won the race in Ljubljana ahead of Tomasz Wojcik.',
  'Ask for Mrs. Featherstone at the Marlborough Hotel near Piccadilly.',
  'Hiroshi Takahashi plays the cello, and Fatima al-Rashid the piano.',
]

const numbers = [
  'The meeting starts at 3:45 pm on March 3rd, 2021, in room 214.',
  'Sales rose by 12.5% to $3.2 million, while costs fell to $840,000.',
  'Call 555-0142 before 9 am, or send the form to 1600 Baker Street.',
  'In 1984 the bridge was 1,250 feet long and carried 18,000 cars a day.',
  'Mix 2 cups of flour with 3/4 cup of sugar and bake at 350 degrees for 25 minutes.',
  'The train leaves platform 9 at 17:20 and arrives 2 hours and 15 minutes later.',
  'The auction opens at 10:30 am on June 21st and closes 48 hours later.',
  'Only 3 of the 27 candidates answered all 150 questions.',
  'The temperature fell from 18 to minus 4 degrees within 6 hours.',
  'Your balance is $1,274.50, and the minimum payment of $35 is due on the 5th.',
  'He ran 26.2 miles in 2 hours, 41 minutes and 9 seconds.',
]

const technical = [
  'Open the settings menu, choose Network, and restart the router. If the light stays red, call our support team.',
  'The function returns an empty list when the index is out of range. Check the log file before you file a report.',
  'Install the package with the command line tool, then set the API key in your environment. Never share this key.',
  'Press and hold the power button for ten seconds. The battery indicator will blink twice when the reset is complete.',
  'The database copies every record to a second server. When the first server fails, traffic moves to the copy within seconds.',
  'Tighten the four screws in a cross pattern. Do not exceed the torque that is printed on the cover plate.',
  'Choose a strong password and turn on two factor authentication. The code in the app changes every thirty seconds.',
  'The compiler warns you when a variable is never used. Remove it, or start its name with an underscore.',
  'Drain the radiator before you loosen the valve. Hot water may squirt out under pressure.',
  'Each request is signed with your private key. The server rejects signatures that are older than five minutes.',
  'Insulin lowers the level of glucose in the blood. Without it, the cells cannot absorb sugar properly.',
]

const prompts = [
  'Please hold the line.',
  'Your order is ready.',
  'Turn left in two hundred feet.',
  'Welcome back, Jonathan.',
  'The doors are closing.',
  'Say yes or no.',
  'Goodbye, and drive safely.',
  'Enter your password now.',
  'Battery low.',
  'Thank you for calling Meridian Insurance.',
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

export const SCRIPT_TEXTS: ScriptText[] = [
  ...of('prose', prose),
  ...of('dialogue', dialogue),
  ...of('names', names),
  ...of('numbers', numbers),
  ...of('technical', technical),
  ...of('prompt', prompts),
]

/** Directions as scripts have them, and what a voice that reads them aloud would say. */
export const DIRECTIONS = [
  '[warmly]',
  '[laughs]',
  '(softly)',
  '*sighs*',
  '[whispering]',
  '[excited]',
  '<chuckle>',
  '[in a low voice]',
  '[clears throat]',
  '[sarcastically]',
  '(nervously)',
  '[pause]',
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

/** What may be put for a word of content: none sounds like another, nor like a word of the texts. */
export const OTHER_WORDS = [
  'elephant', 'purple', 'kitchen', 'magazine', 'yesterday', 'seven', 'orange', 'bicycle', 'hospital', 'window', 'thunder', 'mouse',
  'blanket', 'copper', 'violin', 'jump', 'dance', 'sugar', 'pencil', 'giant',
  'tractor', 'yellow', 'mountain', 'umbrella', 'Wednesday', 'eleven', 'pepper', 'guitar', 'pyramid', 'carpet', 'feather', 'diamond',
  'lobster', 'tunnel', 'candle', 'swim', 'whistle', 'butter', 'ladder', 'enormous',
] // biome-ignore format: a table

/** What a voice says that runs on behind its script. */
export const RUN_ONS = [
  'And that is why we always come back here.',
  'Thanks for watching, see you next time.',
  'The weather will be fine tomorrow.',
  'Please subscribe to our channel.',
  'That concludes the first part of our tour.',
  'Do not forget to leave a comment below.',
  'My cousin has a farm in Canada.',
  'Let me tell you another story.',
]

/** A text, a word of it, and a word that sounds like it and was said in its place. */
export interface AlikeChange {
  text: string
  word: string
  said: string
}

export const alike = (text: string, word: string, said: string): AlikeChange => ({ text, word, said })

export const ALIKE_CHANGES: AlikeChange[] = [
  alike('The office is closed every Monday afternoon.', 'Monday', 'Sunday'),
  alike('We will deliver your parcel on Tuesday.', 'Tuesday', 'Thursday'),
  alike('She turned fifteen in the spring.', 'fifteen', 'fifty'),
  alike('The company lost three million dollars last year.', 'million', 'billion'),
  alike('You can leave the building through this door.', 'can', "can't"),
  alike('I will see you tomorrow morning at the market.', 'morning', 'evening'),
  alike('The report shows a strong increase in demand.', 'increase', 'decrease'),
  alike('Please accept the terms before you continue.', 'accept', 'expect'),
  alike('He parked the car behind the house.', 'house', 'horse'),
  alike('The doctor gave her a bitter pill.', 'pill', 'bill'),
  alike('They walked along the river for an hour.', 'walked', 'worked'),
  alike('Put the letter on the desk by the window.', 'letter', 'ladder'),
  alike('The old man told us a long story.', 'told', 'sold'),
  alike('A big ship came into the harbor at noon.', 'ship', 'sheep'),
  alike('Our flight leaves from gate thirty.', 'thirty', 'thirteen'),
  alike('The price of bread has fallen again.', 'bread', 'bed'),
  alike('She was happy with the result of the test.', 'happy', 'unhappy'),
  alike('This medicine is safe for young children.', 'safe', 'unsafe'),
  alike('The north entrance is open until nine.', 'nine', 'five'),
  alike('He bought a new coat for the winter.', 'coat', 'boat'),
]
