// Words of stage direction: how something is to be said, and sounds that are to be made. What stands in parentheses or
// asterisks is told from spoken text by them, and without a script a spoken tag is known by them.

/** Ways of saying that hardly ever open an English sentence by themselves. */
const MANNERS = `warmly softly gently tenderly lovingly affectionately playfully teasingly flirtatiously sarcastically dryly wryly
  ironically cheerfully brightly excitedly enthusiastically energetically joyfully gleefully proudly confidently firmly sternly
  coldly harshly bitterly angrily furiously irritably impatiently nervously anxiously fearfully hesitantly shyly timidly
  tearfully mournfully sorrowfully gravely solemnly somberly wearily sleepily drowsily breathlessly hoarsely huskily quietly
  loudly calmly soothingly reassuringly kindly sweetly politely mockingly menacingly ominously mysteriously dramatically
  thoughtfully pensively curiously sheepishly awkwardly defiantly desperately urgently pleadingly flatly monotonously
  conspiratorially seductively reverently wistfully dreamily jokingly amusedly amazedly disgustedly dismissively
  hysterically passionately sincerely earnestly apologetically sympathetically encouragingly skeptically sceptically
  suspiciously cautiously frantically exasperatedly resignedly smugly boldly grimly`

/** Adverbs that do open sentences ("Sadly, he lost."): they need more than a comma behind them to be a direction. */
const SENTENCE_ADVERBS = `sadly happily slowly quickly suddenly seriously honestly hopefully thankfully curiously ironically
  quietly gently calmly softly kindly sincerely mysteriously loudly proudly clearly surprisingly sheepishly`

const SOUNDS = `laugh laughs laughing laughter chuckle chuckles chuckling giggle giggles giggling snicker snickers snickering
  sigh sighs sighing gasp gasps gasping cough coughs coughing sniff sniffs sniffing sniffle sniffles sniffling sob sobs sobbing
  cry cries crying whisper whispers whispering whispered shout shouts shouting yell yells yelling scream screams screaming
  groan groans groaning moan moans moaning grunt grunts grunting snort snorts snorting yawn yawns yawning hum hums humming
  sing sings singing mumble mumbles mumbling mutter mutters muttering stammer stammers stammering stutter stutters stuttering
  exhale exhales exhaling inhale inhales inhaling scoff scoffs scoffing growl growls growling wheeze wheezes wheezing
  applause cheering clapping breath breathes breathing pant pants panting hiss hisses hissing whistle whistles whistling
  pause pauses paused pausing beat silence trails smirk smirks smirking smile smiles smiling grin grins grinning wink winks nod nods
  shrug shrugs gulp gulps swallows clears hesitates hesitating`

const MOODS = `happy sad angry excited calm nervous scared frightened surprised shocked amazed curious confused bored tired sleepy
  sarcastic serious playful mischievous cheerful warm cold gentle tender soft quiet loud dramatic mysterious whispery
  breathy energetic enthusiastic confident proud disappointed frustrated annoyed disgusted embarrassed ashamed hopeful
  relieved sympathetic worried anxious urgent professional friendly neutral deadpan romantic sorrowful crying upbeat
  somber solemn fearful hysterical emotional intense amused thoughtful reflective wistful`

/** Nouns and helpers that directions are made with: "in a warm voice", "clears throat", "long pause". */
const PROPS = `voice tone throat pause pitch accent emphasis volume sound music sfx effect narrator breath off-screen offscreen
  aside beat under slow slower fast faster speaking tone tempo dramatic long short deep heavy nervous slight slightly`

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

const manners = words(MANNERS)
const sentenceAdverbs = words(SENTENCE_ADVERBS)
const sounds = words(SOUNDS)
const moods = words(MOODS)
const props = words(PROPS)

export function isManner(word: string): boolean {
  return manners.has(word) || sentenceAdverbs.has(word)
}

export function opensSentences(word: string): boolean {
  return sentenceAdverbs.has(word)
}

export function isSound(word: string): boolean {
  return sounds.has(word)
}

/** "laughs", "sighs", "clears": a sound as a direction tells it, which is no sentence and opens none. */
export function isSoundInFull(word: string): boolean {
  return sounds.has(word) && /[^s]s$/.test(word)
}

/** What a recogniser writes for directions that it does not expect: "sighs", "gasps", "laughs", "groans". */
const HEARD_FOR_DIRECTIONS = words('size gaps gas laps groans grones')

export function soundsLikeDirection(word: string): boolean {
  return HEARD_FOR_DIRECTIONS.has(word)
}

export function isMood(word: string): boolean {
  return moods.has(word)
}

export function isDirectionWord(word: string): boolean {
  return isManner(word) || sounds.has(word) || moods.has(word) || props.has(word)
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
  if (isManner(opens) || sounds.has(opens)) return true
  if (
    /^(in|with|to|under|still|while|speaking|long|short|deep|heavy|slight|slightly|very|more|clears?)$/.test(
      opens,
    )
  )
    return said.slice(1).some((word) => isDirectionWord(word)) || (opens === 'to' && said.length <= 3)
  return said.every((word) => isDirectionWord(word) || /^(and|a|an|the|of|then)$/.test(word))
}
