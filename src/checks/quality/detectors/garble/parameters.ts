import { parameters as declared } from '../../parameter.js'

export const parameters = declared({
  'Tokens this near count: a phrase, enough for a mean, short enough to place it.': {
    reachSec: [1, 's'],
    fewestTokens: [2, 'count'],
  },
  'One token can be open to anything (a name); more than this of it is not counted.': {
    mostNats: [3, 'nats'],
  },
  'Speech in which nothing is read is doubted nearly as much as speech that is guessed at.': {
    unreadNats: [1.3, 'nats'],
  },
  'Where no voice is found the recogniser was not asked.': { neutralNats: [0.8, 'nats'] },
  'How many plain tokens it takes to know how well a file is read where it sounds clean.': {
    fewestCleanTokens: [5, 'count'],
  },
  'Log-odds beyond this are not more certain: the network was never shown odds that high to be right.': {
    mostLogOdds: [6, 'log-odds'],
  },
  'About a second, the shortest garble that counts. Twice 7 steps and the one between.': {
    shortReachSteps: [7, 'steps'],
  },
  'About a second and a half: what the recogniser reads without doubt must sound garbled for longer.': {
    longReachSteps: [12, 'steps'],
  },
  'With less sound than this share of the window, what is missing counts as clean:': {
    leastSound: [2 / 3, 'share'],
    cleanLogOdds: [-3, 'log-odds'],
  },
  'What a nat of doubt counts. On voices kept out of training, planted garble had 0.7 to 2.5 nats of doubt, clean English 0 to 0.5; jargon and code up to 2.2, at log-odds of -3 and less from the sound.':
    { logOddsPerNat: [3, 'log-odds'], mostDoubtNats: [2.2, 'nats'] },
  'Packets lost and other breakage can be read and yet be broken: the sound, if it leaves no doubt, is enough.':
    { leastDoubtNats: [0.2, 'nats'] },
  'Speech that sounds so is taken for clean, and shows how well this file is read.': {
    cleanBelow: [-2, 'log-odds'],
  },
  'English that sounds clean is read with 0 to 0.5 nats of doubt, jargon with 1, other languages with 1.2 to 2.9: what a file has above this where it sounds clean is not held against the rest of it.':
    { readWellNats: [0.4, 'nats'] },
  'Evidence from which speech is garbled. Of 70 stretches planted into voices kept out of training 65 have more, all the gross ones among them; of 84 clean clips, 25 of them in other languages, one has (a child that is not understood).':
    { garbledFrom: [4, 'log-odds'] },
  'Nearer stretches are one: the evidence dips where a word in between can be guessed.': {
    touchingSec: [0.6, 's'],
  },
  'Shorter than this nothing can be told from an odd sound in a word.': { shortestSec: [0.4, 's'] },
  'Once it is garble at all, a listener notices; how much it annoys grows with how far from words it is: nobody can miss this.':
    {
      surestEvidence: [10, 'log-odds'],
    },
  'For files in which no voice is found. Machines and animals seem garbled to the network too, here and there, but only two of 44 noises for three seconds and nearly throughout; a synthetic voice that collapsed does so for half a minute.':
    {
      babbleLogOdds: [1, 'log-odds'],
      babbleShare: [0.9, 'share'],
      sureLogOdds: [3, 'log-odds'],
      sureShare: [0.6, 'share'],
      shortestBabbleSec: [3, 's'],
    },
})
