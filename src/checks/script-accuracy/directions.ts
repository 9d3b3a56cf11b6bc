// Words of stage direction: how something is to be said, and sounds that are to be made. What stands in parentheses or
// asterisks is told from spoken text by them, and without a script a spoken tag is known by them.

/** Ways of saying that hardly ever open an English sentence by themselves. */
const MANNERS = `warmly tenderly lovingly affectionately playfully teasingly flirtatiously sarcastically dryly wryly cheerfully
  excitedly enthusiastically energetically joyfully gleefully sternly coldly harshly bitterly angrily furiously irritably
  impatiently nervously anxiously fearfully hesitantly shyly timidly tearfully mournfully sorrowfully gravely solemnly somberly
  wearily sleepily drowsily breathlessly hoarsely huskily soothingly reassuringly sweetly mockingly menacingly ominously
  dramatically thoughtfully pensively sheepishly awkwardly defiantly desperately urgently pleadingly flatly monotonously
  conspiratorially seductively reverently wistfully dreamily jokingly amusedly amazedly disgustedly dismissively
  hysterically passionately sincerely earnestly apologetically sympathetically encouragingly skeptically sceptically
  suspiciously frantically exasperatedly resignedly smugly grimly mischievously quizzically gruffly curtly bluntly
  scornfully contemptuously bashfully coyly giddily merrily jovially gloomily glumly dejectedly miserably grumpily grudgingly
  uncertainly tentatively shakily haltingly hurriedly eagerly intensely fiercely aggressively threateningly darkly eerily
  robotically casually nonchalantly matter-of-factly compassionately gratefully humbly incredulously inquisitively
  questioningly knowingly slyly wickedly whimsically cheekily lazily tiredly stoically haughtily arrogantly condescendingly
  indignantly defensively guiltily regretfully longingly nostalgically vehemently ecstatically triumphantly feebly
  emotionally neutrally professionally conversationally theatrically hauntingly adoringly admiringly cheerily blissfully
  enviously euphorically frostily heartily helplessly hopelessly innocently jealously jubilantly listlessly mechanically meekly
  moodily offhandedly peevishly resentfully ruefully sassily sensually serenely snarkily sneeringly spitefully sullenly sulkily
  tensely tersely venomously disappointedly confusedly`

/** Ways of doing, too: "Gently stir the milk." */
const ACTION_MANNERS = `softly gently quietly loudly calmly firmly slowly boldly proudly brightly cautiously politely confidently kindly
  faintly weakly lightly reluctantly faster slower louder`

/** Of the first, those of speaking alone: nobody does anything else sarcastically. */
const SPEAKING_MANNERS = `sarcastically hoarsely huskily curtly bluntly dryly wryly mockingly teasingly jokingly soothingly reassuringly
  questioningly quizzically pleadingly conversationally robotically monotonously conspiratorially condescendingly
  exasperatedly incredulously theatrically flirtatiously breathlessly skeptically sceptically flatly amusedly matter-of-factly
  neutrally encouragingly`

/** Adverbs that say what the speaker thinks of a whole sentence ("Sadly, he lost."): it takes a full stop to set them apart. */
const STANCES = `sadly happily quickly suddenly seriously honestly hopefully thankfully curiously ironically mysteriously clearly
  surprisingly`

/** What is done with voice, breath and face, as its four forms are made: "laugh", "laughs", "laughing", "laughed". */
const VERBS = `laugh chuckle giggle snicker snigger sigh gasp cough sniff sniffle sob cry whisper shout yell scream groan moan grunt
  snort yawn hum sing mumble mutter stammer stutter exhale inhale scoff growl wheeze pant hiss whistle pause smirk smile grin
  wink nod shrug gulp swallow hesitate murmur shriek squeal whimper weep wail cackle clap cheer breathe sneeze hiccup burp
  gag grimace wince interrupt whine croak rasp chant tremble shiver frown applaud choke snarl slurp squeak sneer howl roar bellow
  titter guffaw chortle belch splutter drawl`
const DOUBLED = /^(hum|sob|nod|grin|shrug|clap|gag)$/

/** The same as nouns, and other sounds. */
const NOISES = `laughter applause breath beat silence tears gunshot gunshots explosion footsteps`

const MOODS = `happy sad angry excited calm nervous scared frightened surprised shocked amazed curious confused bored tired sleepy
  sarcastic serious playful mischievous cheerful warm cold gentle tender soft quiet loud dramatic mysterious whispery
  breathy energetic enthusiastic confident proud disappointed frustrated annoyed disgusted embarrassed ashamed hopeful
  relieved sympathetic worried anxious urgent professional friendly neutral deadpan romantic sorrowful crying upbeat
  somber solemn fearful hysterical emotional intense amused thoughtful reflective wistful delighted impressed exhausted
  reassuring questioning skeptical sceptical melancholic melancholy nostalgic panicked desperate stern resigned jubilant
  ecstatic robotic monotone flirtatious seductive conspiratorial ominous menacing tense irritated furious joyful heartfelt
  conversational cautious sincere hesitant pleading teasing mocking smug wry tearful breathless determined startled alarmed bitter
  elated euphoric giddy grateful guilty heartbroken horrified impatient indifferent jealous overjoyed passionate pensive
  rushed sassy shy stressed suspicious terrified thrilled uneasy unimpressed weary dreamy raspy hoarse hushed authoritative
  commanding encouraging empathetic apologetic comforting soothing gruff monotonous cheery bubbly sultry husky animated`

/** Nouns and helpers that directions are made with: "in a warm voice", "clears throat", "long pause". */
const PROPS = `voice tone throat pause pitch accent emphasis volume sound music sfx effect narrator breath off-screen offscreen
  aside beat under slow slower fast faster speaking clears trails tempo dramatic long short deep heavy nervous slight slightly`

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

const manners = words(MANNERS)
const speakingManners = words(SPEAKING_MANNERS)
const actionManners = words(ACTION_MANNERS)
const stances = words(STANCES)
const verbs = words(VERBS)
const noises = words(NOISES)
const moods = words(MOODS)
const props = words(PROPS)

const withEnding = (endings: (verb: string) => string) => new Set([...verbs].map(endings))
const stem = (verb: string) => (DOUBLED.test(verb) ? verb + verb.at(-1) : verb.replace(/e$/, ''))
const thirdPersons = withEnding((verb) => `${verb.replace(/y$/, 'ie').replace(/(ss|ch|sh)$/, '$1e')}s`)
const participles = withEnding((verb) => `${stem(verb)}ing`)
const pasts = withEnding((verb) => `${stem(verb).replace(/y$/, 'i')}ed`)

/** What hardly anything else is said for: ways of speaking and what is done with the voice, but for moods and commands. */
export const directionWords: readonly string[] = [
  ...new Set([...manners, ...actionManners, ...thirdPersons, ...participles]),
]

export const isEmotionalManner = (word: string): boolean => manners.has(word)
export const saysHowToSpeak = (word: string): boolean => speakingManners.has(word)
export const isActionManner = (word: string): boolean => actionManners.has(word)
export const isStance = (word: string): boolean => stances.has(word)

export function isManner(word: string): boolean {
  return manners.has(word) || actionManners.has(word) || stances.has(word)
}

/** "laughs", "sighs": a sound as a direction tells it, which is no sentence and opens none. */
export function isThirdPerson(word: string): boolean {
  return thirdPersons.has(word)
}

export const isParticiple = (word: string): boolean => participles.has(word)
/** "laughed", which tells of somebody who is not named. */
export const isPast = (word: string): boolean => pasts.has(word)
/** Nobody laughs or sighs something: what follows begins a sentence. */
export const takesNoObject = (word: string): boolean =>
  /^(laugh|chuckle|giggle|snicker|snigger|sigh|gasp|cough|sniff|sniffle|sob|groan|moan|yawn|snort|gulp|scoff|cackle)$/.test(
    word,
  )
/** "laugh", "pause": a command, a thing, or a direction. */
export const isBareVerb = (word: string): boolean => verbs.has(word)
export const isNoise = (word: string): boolean => noises.has(word)
export const isMood = (word: string): boolean => moods.has(word)

export function isSound(word: string): boolean {
  return [verbs, thirdPersons, participles, pasts, noises].some((forms) => forms.has(word))
}

export function isDirectionWord(word: string): boolean {
  return isManner(word) || isSound(word) || moods.has(word) || props.has(word)
}

/** A direction is short; what runs on is an aside. */
const MOST_DIRECTION_WORDS = 6

/**
 * Whether text in parentheses or asterisks tells how to speak rather than what: "(laughs softly)", "(in a low voice)",
 * "(to Anna)", "(turning away)". Written in lower case and without the end of a sentence, as directions are.
 */
export function isDirection(content: string): boolean {
  const said: string[] = content.toLowerCase().match(/[\p{L}'-]+/gu) ?? []
  if (said.length === 0 || said.length > MOST_DIRECTION_WORDS || /\d/.test(content)) return false
  if (said.length === 1) return isDirectionWord(said[0])
  const opens = said[0]
  if (isManner(opens) || isSound(opens)) return true
  if (
    /^(in|with|to|under|still|while|speaking|long|short|deep|heavy|slight|slightly|very|more|clears?)$/.test(
      opens,
    )
  )
    return said.slice(1).some((word) => isDirectionWord(word)) || (opens === 'to' && said.length <= 3)
  return said.every((word) => isDirectionWord(word) || /^(and|a|an|the|of|then)$/.test(word))
}
