// What the words behind a possible direction say of it: a story, in which somebody may do something nervously, or a sentence
// of its own that no direction can be part of.
import type { Interval, Word } from '../../speech/heard.js'
import { silenceSec } from '../../speech/silence.js'

const set = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

const ACTORS = set('i he she we they')
const PRONOUNS = set('i you he she it we they')
const HELPERS = set(
  'do does did is are am was were can could will would shall should may might must have has had',
)
const ARTICLES = set('the a an this these those my your his her our their there')
/** Words that a sentence begins with. */
const OPENERS =
  set(`i you he she it we they it's that's there's i'm i'll i've i'd you're you'll we're we'll we've they're he's she's
  don't doesn't didn't can't won't isn't aren't let's what what's who where why how when if while after before because since once
  until although though as on in at by for from to with without under over here not never always only every each all some
  any no nobody somebody someone everyone everybody everything anyone anybody anything nothing something both many most few then now today tonight tomorrow
  yesterday and but so well oh okay ok yes yeah hello hi hey welcome thank thanks please sorry let good goodbye bye mr mrs ms
  miss dr doctor professor captain one two three four five six seven eight nine ten another do can could will would is are am
  was were have has did should shall may must that which just maybe perhaps`)
/** What makes a sentence out of a noun or a participle before it: "laughing is healthy", "sighs of relief". */
const ATTACHED =
  set(`of and or from in at with to for by on into through behind across than as is are was were be can could will
  would should may might must do does did have has had isn't aren't won't can't that who which like about over under when
  while because if until out away off up here`)
const COMMANDS =
  set(`turn enter insert press call open close choose check wait take put come go say tell ask give make keep try
  remember listen look let be stop start bring write read send speak move sit stand leave click tap select visit find follow`)
/** Said to somebody, or of what is: with these a pronoun tells no story. */
const TALK =
  set(`am is are will would can could should shall may might must have has do don't think know want need hope love believe
  like feel mean guess wish see thought knew felt understand was were had cannot can't won't wouldn't couldn't shouldn't isn't aren't wasn't
  haven't hasn't didn't doesn't just really always never`)

const BE_OR_HAVE = set('is are am be been being has have having get gets')
/** What may stand between those and a participle. */
const BETWEEN = set('never not always ever also already just only now often still')
const PAST_HELPERS = set('was were had')
/** Past forms that are nothing else. */
const IRREGULAR_PAST =
  set(`said went came took made saw got gave told began brought bought caught chose drew drank drove ate fell
  fought found flew forgot grew heard held kept led lost met paid ran rang rose sang sat sent shook shone shot slept
  spoke spent stood stole stuck swam swore taught threw woke wore won wrote broke built became blew crept
  dug dealt hung knelt laid leapt left rode sank slid sold sprang struck swept swung tore wept wound bent`)
/** Past forms that are present ones, too: past only behind "he" or "she". */
const PAST_BEHIND_ONE = set('put cut let set shut hit read spread hurt cost quit')
const NO_PAST_FORM = set(
  'need feed seed speed indeed bed red shed led hundred wed bleed breed proceed succeed exceed',
)
/** Behind these a word in -ed is an adjective or a noun. */
const BEFORE_ADJECTIVE = set(
  'the a an my your his her our their this these those very so too in of with for at by no any some',
)

const NUMBERS = set(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty',
)

const MOST_WORDS = 14
/** A silence that ends a sentence where the recogniser wrote no full stop; flite leaves 0.3 s. */
const BETWEEN_SENTENCES_SEC = 0.25

/** Whom or what a way of speaking may be told of. */
export const PEOPLE =
  set(`man men woman women boy boys girl girls child children people person crowd audience mother father mom dad brother
  brothers sister sisters son sons daughter daughters uncle aunt grandmother grandfather cousin friend friends neighbor neighbors
  neighbour king queen prince princess nurse guard captain judge baker waiter farmer farmers teacher doctor guide team crew band
  class family couple baby dog dogs cat cats horse horses kitten puppy bird birds wolf fox bear lion monkey monkeys animal animals
  voice voices stranger lady gentleman host guests guest soldiers soldier sailor sailors villagers students student clerk
  mayor chef cook pilot driver lawyer witness agent boss manager editor author singer player players runner runners`)

/** What does nothing in any manner of its own. */
const THINGS =
  set(`train trains car cars bus ship boat plane flight truck bicycle road street bridge path river lake sea ocean
  water rain snow wind storm sky sun moon star stars fog smoke fire light lights lamp candle night morning evening afternoon day
  week month year hour minute summer winter spring autumn weather temperature door doors window windows gate house building
  room rooms hall kitchen roof floor wall walls garden table chair desk bed bench box bag book books letter letters page paper
  map card cards code password key keys phone screen button cable battery computer server servers database file files function program
  browser driver app website system network router machine engine motor valve sensor bearing screw screws shaft meeting report
  price prices sales cost costs money bank bakery shop store museum library school hospital hotel restaurant office station
  company market city town village country island mountain mountains forest tree trees flower flowers stone sand beach bread
  soup coffee tea milk sugar salt butter egg eggs recipe dinner lunch breakfast ticket tickets order package parcel line number
  numbers list problem question questions answer result results value story news game concert film movie music song picture photo
  clock watch bell tower church square bicycle coat shoes hat dress bottle glass cup plate knife vaccine vaccines glucose
  level cells blood disease medicine pill auction election law plan idea word words sentence chapter memory season crop harvest
  project contract budget account request requests record records signal sound world earth air oil gas metal gold silver`)

const PREPOSITIONS = set('of in on at with from to for by under over behind near along through that which')
const DETERMINERS = set('the a an this that these those my your his her our their its every each some no one')

/** Words that tell that somebody spoke or made a face, which may be done in any manner of speaking. */
const SPEAKING =
  set(`said say says asked ask asks answered answers replied replies told tell tells whispered shouted called calls
  cried remarked added spoke speaks speak explained muttered murmured continued laughed laughs smiled smiles nodded looked thanked
  greeted declined refused agreed suggested noted observed commented wrote responded apologized apologised admitted promised warned
  ordered demanded wondered insisted announced declared joked teased complained begged repeated sang read reads talked talks
  interrupted objected protested confessed invited praised thought voice waved bowed winked grinned shrugged`)

export interface FollowingClause {
  /** It tells that somebody spoke. */
  tellsOfSpeech: boolean
  /** Its subject is a thing. */
  isOfThing: boolean
  /** It goes on with what was begun: "sad but true", "curious, isn't it?" */
  goesOn: boolean
  /** Somebody did something: a way of doing it may stand before. */
  isStory: boolean
  /** It begins as sentences do. */
  opensSentence: boolean
  /** It begins with an article or its like. */
  opensWithArticle: boolean
  /** It begins with somebody or something that it speaks of or to. */
  opensWithSubject: boolean
  opensWithActor: boolean
  opensWithCommand: boolean
  /** Its first word makes a sentence of a noun or participle before it. */
  attaches: boolean
  /** Its first word may be described by an adverb before it: "brightly colored". */
  mayBeModified: boolean
  opensWithNumber: boolean
  /** Somebody's name under a letter, or so. */
  signs: boolean
  wordCount: number
}

const MOST_WORDS_OF_NAME = 4

/** The sentence, or its beginning, from a word of the transcript on. */
export function clauseFrom(words: readonly Word[], at: number, pauses: readonly Interval[]): FollowingClause {
  const own: Word[] = []
  for (let index = at; index < Math.min(words.length, at + MOST_WORDS); index++) {
    own.push(words[index])
    const next = words[index + 1]
    if (
      endsSentence(words[index]) ||
      (next && silenceSec(words[index], next, pauses) >= BETWEEN_SENTENCES_SEC)
    )
      break
  }
  const said = own.map(({ text }) => bare(text))
  const first = said[0] ?? ''
  const isQuestion = /\?["'”’)]*$/.test(own.at(-1)?.text ?? '')
  const isName =
    own.length > 0 && /^["'“‘]?\p{Lu}\p{Ll}/u.test(own[0].text) && !OPENERS.has(first) && !ARTICLES.has(first)
  const second = said[1] ?? ''
  // "are you sure", "do not move", "that would be nice", "of course"
  const asksOrTells =
    isQuestion ||
    (HELPERS.has(first) && PRONOUNS.has(second)) ||
    (first === 'do' && second === 'not') ||
    (first === 'that' && HELPERS.has(second)) ||
    (first === 'of' && second === 'course')
  const opensWithActor = ACTORS.has(first)
  const hasPast = hasStoryVerb(said)
  const isTalk = isQuestion || /'(m|ll|re|ve|d)$/.test(first) || TALK.has(second) || said.some(isAddressed)
  return {
    tellsOfSpeech: said.some((word) => SPEAKING.has(word)),
    isOfThing: isOfThing(said),
    goesOn:
      /^(and|but|or|yet|nor|too|as|enough)$/.test(first) ||
      (isQuestion && HELPERS.has(first.replace(/n't$/, ''))),
    isStory: hasPast || ((opensWithActor || isName) && !isTalk && !COMMANDS.has(first)),
    opensSentence: asksOrTells || OPENERS.has(first) || ARTICLES.has(first),
    opensWithArticle: ARTICLES.has(first),
    opensWithSubject:
      asksOrTells ||
      ARTICLES.has(first) ||
      /^(i|you|he|she|it|we|they)('|$)/.test(first) ||
      isGreeting(first),
    opensWithActor,
    opensWithCommand: COMMANDS.has(first),
    attaches: (ATTACHED.has(first) && !asksOrTells) || isPastForm(first),
    mayBeModified:
      (/(ed|er|ing|ful|ous|ible|able|ent|ant)$/.test(first) && !COMMANDS.has(first) && !OPENERS.has(first)) ||
      /^(and|ill|sick|bad|good|enough|old|new|made|built)$/.test(first),
    opensWithNumber: /\d/.test(own[0]?.text ?? '') || NUMBERS.has(first),
    signs:
      own.length <= MOST_WORDS_OF_NAME &&
      at + own.length === words.length &&
      (first === 'your' || first === 'the' || isName),
    wordCount: own.length,
  }
}

/** Whether the first noun is a thing, and no part of another ("the kitchen maid"). */
function isOfThing(said: readonly string[]): boolean {
  const from = DETERMINERS.has(said[0]) ? 1 : 0
  for (let index = from; index < Math.min(said.length - 1, from + MOST_WORDS_BEFORE_NOUN); index++) {
    const word = said[index]
    if (THINGS.has(word)) return endsSubject(said[index + 1])
    if (PEOPLE.has(word) || PRONOUNS.has(word) || PREPOSITIONS.has(word) || isPastForm(word)) return false
  }
  return false
}

/** "the old wooden box" */
const MOST_WORDS_BEFORE_NOUN = 3

function endsSubject(next: string): boolean {
  return (
    PREPOSITIONS.has(next) ||
    HELPERS.has(next) ||
    isPastForm(next) ||
    /^(never|always|just|only|still|really|already|begins?|goes|comes|takes|makes|smells|needs|opens|closes|starts|stops|leaves|costs|works|looks|tastes)$/.test(
      next,
    )
  )
}

/** Whether a sentence or a part of it tells of something done. */
export function hasStoryVerb(said: readonly string[]): boolean {
  return said.some((_, index) => isDynamicPast(said, index))
}

const isGreeting = (word: string) =>
  /^(please|welcome|thank|thanks|hello|hi|hey|good|goodbye|let's)$/.test(word)
const isAddressed = (word: string) => /^(you|your|you're|you'll|please)$/.test(word)

function isPastForm(word: string): boolean {
  if (IRREGULAR_PAST.has(word)) return true
  return /[^e]ed$/.test(word) && word.length > 3 && !NO_PAST_FORM.has(word)
}

/** A past that tells of something done; "was" and "had" by themselves tell how things were. */
function isDynamicPast(said: readonly string[], index: number): boolean {
  const word = said[index]
  let at = index - 1
  while (BETWEEN.has(said[at])) at--
  const before = said[at] ?? ''
  if (PAST_BEHIND_ONE.has(word)) return before === 'he' || before === 'she'
  if (PAST_HELPERS.has(word)) return /ing$/.test(said[index + 1] ?? '')
  if (!isPastForm(word) || BE_OR_HAVE.has(before) || BEFORE_ADJECTIVE.has(before)) return false
  return !(word === 'left' && /^(turn|turning|go|bear|keep|on|to|and|your)$/.test(before))
}

export function endsSentence({ text }: Word): boolean {
  return /[.!?…]["'”’)]*$/.test(text)
}

export function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}'-]/gu, '')
    .replace(/^['-]+|['-]+$/g, '')
}
