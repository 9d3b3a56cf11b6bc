/** What pace was tuned on: 20 words and more each, short words and long, one breath and several. */
export const PACE_TEXTS = [
  'The ferry left the harbour at seven, and nobody on board had slept very much, because the storm had kept rattling every window of the old hotel.',
  'Please remember to water the plants, feed the cat, and lock the back door before you leave, since nobody else will be at home until Sunday evening.',
  'Their younger brother studied chemistry in Edinburgh and later taught in a village school, where the children remembered him for his experiments with coloured smoke.',
  'If the light on the front turns red, hold the button for ten seconds, wait until it blinks twice, and then put the cover back on.',
  'International organisations have repeatedly emphasised that responsible management of agricultural resources requires considerably more cooperation between neighbouring administrations.',
  'I did not see him come in, but I heard the door, so I put down the book and went to look who it was.',
  'Welcome to the spring collection. Every jacket is made by hand from wool that comes from three small farms in the hills near the coast.',
  'In the second chapter the detective returns to the railway station, questions the porter again, and discovers that the suitcase was never opened at all.',
  'You can change your password at any time. Open the settings, choose security, and follow the instructions that we send to your telephone.',
  'A thin line of smoke rose from the chimney, straight as a string, and then bent towards the sea, where two boats were waiting for the tide.',
  'Photosynthesis converts sunlight into chemical energy, and almost every living creature on this planet depends, directly or indirectly, on that remarkable transformation.',
  'He ran down the hill as fast as he could, past the mill and the pond, and did not stop till he got to the gate.',
]

/** What is read aloud for reporting and was never tuned on: 20 to 80 words each. */
export const FRESH_PACE_TEXTS = [
  'The museum opens at nine on weekdays. On the first Sunday of the month the entrance is free, and a guide explains the paintings on the upper floor.',
  'We packed the tent, the stove and two bags of rice into the boat. By noon the wind had dropped, the lake lay flat as glass, and the only sound was the dipping of the paddles. Nobody said a word until we reached the island.',
  'Before you begin, make sure that the printer is switched off and that the paper tray is empty. Lift the cover, remove the orange strip, and press the new cartridge down until it clicks. Close the cover again. The green lamp will flash for about a minute while the ink is loaded.',
  'He had never liked the piano, but his aunt insisted, and so every Thursday he walked across the park with his music under his arm.',
  'Photosynthesis converts carbon dioxide and water into sugar and oxygen. The process takes place inside small structures called chloroplasts, which contain the pigment that makes leaves look green. Without it, almost nothing that lives on land could survive.',
  'Thank you for calling. All our agents are busy at the moment. Please stay on the line, and your call will be answered in the order in which it was received.',
  'At the edge of the desert the road simply ended. There was a gate, a faded sign, and beyond it nothing but stones. She stopped the car, unfolded the map on the bonnet, and laughed. Someone had drawn a little fish there, in blue ink, with an arrow that pointed straight at the emptiest part of the page.',
  'The committee will meet again on Monday to discuss the budget, the repair of the bridge, and the complaints about the new timetable.',
  'Grandfather told the same story every winter: how the river froze so hard that the whole town walked over it to the fair, how a bear danced on the ice, and how, on the last evening, a crack ran from bank to bank like a gunshot. We knew each word by heart. We asked for it all the same.',
  'To make the dough, rub the butter into the flour with the tips of your fingers. Add the egg and a little cold water. Let it rest for half an hour in a cool place.',
  'Welcome back to the course. In the last lesson we learned how a computer stores whole numbers. Today we look at fractions, why they are harder, and why adding ten cents ten times does not always give exactly one dollar.',
  'Three days after the election the posters were still hanging from the lamps, wet and torn, and the candidate smiled from them at a street where nobody looked up any more.',
]
