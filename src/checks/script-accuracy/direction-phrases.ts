// What kind of direction some words are, if they are one: how far they can be part of a sentence depends on it.
import {
  isActionManner,
  isBareVerb,
  isEmotionalManner,
  isManner,
  isMood,
  isNoise,
  isParticiple,
  isPast,
  isSound,
  isStance,
  isThirdPerson,
} from './directions.js'

/**
 * `act`: "clears throat", "laughs nervously", a verb without anybody who does it; no sentence begins so.
 * `event`: "door slams", which an article would make a sentence. `verb`: "laughs", which may be a plural too. `participle`: "laughing", which may tell of somebody or be a subject.
 * `manner`: "nervously", "in a low voice". `action manner`: "gently", which goes with commands. `stance`: "sadly".
 * `noun`: "long pause", "applause", without an article. `bare verb`: "pause", which may be a command. `mood`: "excited".
 */
export type DirectionKind =
  | 'act'
  | 'event'
  | 'verb'
  | 'participle'
  | 'manner'
  | 'action manner'
  | 'stance'
  | 'noun'
  | 'bare verb'
  | 'mood'

/** The most words of a direction that is known without its script: "in a hushed, trembling voice". */
export const MOST_DIRECTION_WORDS = 6

const VOICES = 'voice|tone|whisper|accent|manner|register|falsetto|monotone|growl|murmur'
const FEELINGS =
  'emphasis|enthusiasm|excitement|sarcasm|urgency|emotion|confidence|warmth|anger|sadness|joy|fear|feeling|authority|disgust|relief|pride|conviction|contempt|concern|curiosity|hesitation|disbelief|passion'
const GESTURES = 'smile|laugh|sigh|grin|chuckle|smirk|wink|sob|gasp|shrug|giggle|snort|nod|frown|yawn|groan'
const SIZES =
  'long|short|brief|slight|deep|heavy|soft|light|quiet|low|nervous|dramatic|awkward|loud|big|sharp|small|shaky|sad|happy|tense|evil|bitter|dry|pregnant|uncomfortable'
const AUDIBLE_THINGS =
  'pause|silence|beat|breath|sigh|laugh|laughter|chuckle|gasp|giggle|sob|cough|whisper|groan|moan|yawn|snort|exhale|inhale|applause'
const MANNERS_OF_VOICE =
  'serious|soft|low|high|deep|hushed|warm|cold|stern|gentle|friendly|robotic|dramatic|sarcastic|whispery|raspy|gravelly|trembling|shaky|quiet|loud|sad|happy|excited|professional|mysterious|calm|angry|menacing|announcer|narrator|child|old|creepy|sinister|monotone|husky|breathy'
const ACCENTS =
  'british|american|french|german|italian|spanish|scottish|irish|australian|southern|russian|english|indian|texan|cockney|foreign|posh'
const SOURCES =
  'door|phone|telephone|bell|thunder|wind|crowd|dog|glass|clock|siren|engine|car|alarm|gun|horse|train|footsteps|bird|birds|rain|waves|fire|audience|static|chair'
const NOISE_VERBS =
  'slams?|opens?|closes?|creaks?|rings?|ringing|rumbles?|rumbling|howls?|howling|cheers?|cheering|barks?|barking|breaks?|shatters?|shattering|ticks?|ticking|wails?|wailing|revs?|honks?|blares?|blaring|beeps?|beeping|chimes?|approach|approaching|whistles?|chirps?|chirping|crashes|crashing|crackles?|crackling|slamming|creaking|applauds?|laughs?|laughing|gasps?'

const PATTERNS: [kind: DirectionKind, pattern: RegExp][] = [
  ['act', /^clear(s|ed)? (as )?(his |her |my |their |the |and )?throat$/],
  ['act', /^(takes|draws|lets out) (a |an )?(\S+ )?(breath|sigh|pause)$/],
  ['participle', /^(taking|drawing|letting out|clearing) (an? |his |her |my )?(\S+ )?(breath|sigh|pause|throat)$/],
  ['act', /^(starts|begins|bursts|breaks|trails|chokes|tears|speeds|slows|gets|leans|turns) (to |out |into )?(laugh|laughing|cry|crying|sob|sobbing|whisper|whispering|laughter|tears|up|off|down|away|quiet|louder|quieter|emotional|in)$/],
  ['act', /^(raises|lowers|drops) (his |her |their )?voice$/],
  ['event', /^voice (breaks|cracks|trembles|shakes|breaking|cracking|trembling|shaking|rising|fading|drops|rises|fades)$/],
  ['event', new RegExp(`^(${SOURCES}) (${NOISE_VERBS})$`)],
  ['event', /^(music|audio|applause|laughter|theme|song|sound) (fades|fading|swells|plays|playing|starts|stops|continues|cuts)( out| in| up| down)?$/],
  ['participle', /^(trailing off|holding back (the )?tears|choking up|tearing up|jumping in|talking to (him|her)self|fighting (back )?tears|catching (his |her )?breath)$/],
  ['participle', /^(slowing down|speeding up|(lowering|raising) (his |her )?voice|getting (louder|quieter|faster|slower|emotional))$/],
  ['manner', new RegExp(`^(in|with) (an?|the) (\\S+ ){0,3}(${VOICES}|${GESTURES})$`)],
  ['manner', new RegExp(`^with (great |some |mock |growing |more |a hint of )?(${FEELINGS})$`)],
  ['manner', /^under (his|her|my|their) breath$/],
  ['manner', /^(on the verge of|through|close to|holding back) tears$/],
  ['noun', new RegExp(`^((${SIZES}) ){1,2}(${AUDIBLE_THINGS})$`)],
  ['noun', new RegExp(`^(very )?(${MANNERS_OF_VOICE}) (and \\S+ )?(voice|tone|whisper)$`)],
  ['noun', new RegExp(`^((thick|strong|heavy|slight|light) )?(${ACCENTS}) accent$`)],
  ['noun', /^sounds? of (an? |the )?(?!mind|body)\S+$/],
  ['noun', /^(sound effects?|background (music|noise|chatter)|off (camera|screen|mic|stage)|voice ?over|no emotion|scene (change|break)|commercial break)$/],
  ['noun', /^(theme|intro|outro|dramatic|suspenseful|upbeat|sad|soft|tense|eerie) music$/],
  ['event', /^end of (chapter|scene|section|recording|script)$/],
  ['act', /^pause for (effect|laughter|applause|emphasis)$/],
] // biome-ignore format: a table

/** The kind of direction that some words in lower case are; null when they are none. */
export function directionKind(words: readonly string[]): DirectionKind | null {
  // "voice-breaking" is written for two words; "matter-of-factly" is one.
  const said = words.flatMap((word) => (kindOfWord(word) ? [word] : word.split('-')))
  const [first, second] = said
  if (said.length === 1) return kindOfWord(first)
  const whole = said.join(' ')
  const known = PATTERNS.find(([, pattern]) => pattern.test(whole))
  if (known) return known[0]
  if (/^\S+ to (him|her|it|them|my|your)sel(f|ves)$/.test(whole))
    return isManner(first) ? 'manner' : kindOfWord(first)
  const joined = said.length === 3 && second === 'and'
  if (said.length !== 2 && !joined) return null
  const last = said.at(-1)!
  if (isThirdPerson(first) && isAdverb(last)) return 'act'
  if (isThirdPerson(first) && joined && isThirdPerson(last)) return 'verb'
  if (isSpeaking(first) && (isAdverb(last) || (joined && isParticiple(last)))) return 'participle'
  if (isAdverb(first) && !joined && isSpeaking(last)) return 'participle'
  if (isPast(first) && !joined && isAdverb(last)) return 'participle'
  if (isBareVerb(first) && isAdverb(last)) return 'bare verb'
  if (/^(very|more|slightly|almost|too|extremely)$/.test(first)) return kindOfWord(last)
  if (isEmotionalManner(first) && joined && isAdverb(last)) return 'manner'
  if (isMood(first) && joined && isMood(last)) return 'mood'
  return null
}

function kindOfWord(word: string): DirectionKind | null {
  if (isEmotionalManner(word)) return 'manner'
  if (isActionManner(word)) return 'action manner'
  if (isStance(word)) return 'stance'
  if (isThirdPerson(word)) return 'verb'
  if (isParticiple(word)) return 'participle'
  if (isBareVerb(word) || word === 'beat') return 'bare verb'
  if (isNoise(word)) return 'noun'
  if (isMood(word)) return 'mood'
  return isSound(word) ? 'participle' : null
}

function isSpeaking(word: string): boolean {
  return isParticiple(word) || /^(speaking|talking|breathing|sounding|acting|reading)$/.test(word)
}

function isAdverb(word: string): boolean {
  return (
    isManner(word) ||
    /^(heavily|deeply|hard|harder|sharply|louder|softer|again|maniacally|evilly|hysterically|briefly|uncontrollably|audibly|slightly|rapidly|fast|faster|slower)$/.test(
      word,
    )
  )
}
