/** What the evaluation of pace has read aloud: 20 words and more each, short words and long, one breath and several. */
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
