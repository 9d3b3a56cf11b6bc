// Words by what they do in a sentence: who acts, what is no actor, what opens a sentence, what tells a story.

const set = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

export const ACTORS = set('i he she we they')
export const PRONOUNS = set('i you he she it we they')
export const HELPERS = set(
  'do does did is are am was were can could will would shall should may might must have has had',
)
export const ARTICLES = set('the a an this these those my your his her our their there')
/** Words that a sentence begins with. */
export const OPENERS =
  set(`i you he she it we they it's that's there's i'm i'll i've i'd you're you'll we're we'll we've they're he's she's
  don't doesn't didn't can't won't isn't aren't let's what what's who where why how when if while after before because since once
  until although though as on in at by for from to with without under over here not never always only every each all some
  any no nobody somebody someone everyone everybody everything anyone anybody anything nothing something both many most few then now today tonight tomorrow
  yesterday and but so well oh okay ok yes yeah hello hi hey welcome thank thanks please sorry let good goodbye bye mr mrs ms
  miss dr doctor professor captain one two three four five six seven eight nine ten another do can could will would is are am
  was were have has did should shall may must that which just maybe perhaps`)
/** What makes a sentence out of a noun or a participle before it: "laughing is healthy", "sighs of relief". */
export const ATTACHED =
  set(`of and or from in at with to for by on into through behind across than as is are was were be can could will
  would should may might must do does did have has had isn't aren't won't can't that who which like about over under when
  while because if until out away off up here`)
export const COMMANDS =
  set(`turn enter insert press call open close choose check wait take put come go say tell ask give make keep try
  remember listen look let be stop start bring write read send speak move sit stand leave click tap select visit find follow
  fasten save plug unplug connect remove install update download restart drain tighten loosen mix add stir pour bake wash clean fill
  hold pull push lift drop wear relax enjoy imagine consider note contact join subscribe buy pay sign confirm cancel continue repeat
  proceed exit drive dial scan swipe unlock lock wipe grease replace attach measure multiply subtract`)
/** Said to somebody, or of what is: with these a pronoun tells no story. */
export const TALK =
  set(`am is are will would can could should shall may might must have has do don't think know want need hope love believe
  like feel mean guess wish see thought knew felt understand was were had cannot can't won't wouldn't couldn't shouldn't isn't aren't wasn't
  haven't hasn't didn't doesn't just really always never`)

export const BE_OR_HAVE = set('is are am be been being has have having get gets')
/** What may stand between those and a participle. */
export const BETWEEN = set('never not always ever also already just only now often still')
export const PAST_HELPERS = set('was were had')
/** Past forms that are nothing else. */
export const IRREGULAR_PAST =
  set(`said went came took made saw got gave told began brought bought caught chose drew drank drove ate fell
  fought found flew forgot grew heard held kept led lost met paid ran rang rose sang sat sent shook shone shot slept
  spoke spent stood stole stuck swam swore taught threw woke wore won wrote broke built became blew crept
  bit hid fed fled lit spat spun stung sought dug dealt hung knelt laid leapt left rode sank slid sold sprang struck swept swung tore wept wound bent`)
/** Past forms that are present ones, too: past only behind "he" or "she". */
export const PAST_BEHIND_ONE = set('put cut let set shut hit read spread hurt cost quit')
export const NO_PAST_FORM = set(
  'need feed seed speed indeed bed red shed led hundred wed bleed breed proceed succeed exceed',
)
/** Behind these a word in -ed is an adjective or a noun. */
export const BEFORE_ADJECTIVE = set(
  'the a an my your his her our their this these those very so too in of with for at by no any some',
)

export const NUMBERS = set(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty',
)

/** Whom or what a way of speaking may be told of. */
export const PEOPLE =
  set(`man men woman women boy boys girl girls child children people person crowd audience mother father mom dad brother
  brothers sister sisters son sons daughter daughters uncle aunt grandmother grandfather cousin friend friends neighbor neighbors
  neighbour king queen prince princess nurse guard captain judge baker waiter farmer farmers teacher doctor guide team crew band
  class family couple baby dog dogs cat cats horse horses kitten puppy bird birds wolf fox bear lion monkey monkeys animal animals
  voice voices stranger lady gentleman host guests guest soldiers soldier sailor sailors villagers students student clerk
  mayor chef cook pilot driver lawyer witness agent boss manager editor author singer player players runner runners`)

/** What does nothing in any manner of its own. */
export const THINGS =
  set(`train trains tram ferry wagon cart van taxi subway rocket elevator suitcase car cars bus ship boat plane flight truck bicycle road street bridge path river lake sea ocean
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

export const PREPOSITIONS = set(
  'of in on at with from to for by under over behind near along through that which',
)
export const DETERMINERS = set(
  'the a an this that these those my your his her our their its every each some no one',
)

/** Words that tell that somebody spoke or made a face, which may be done in any manner of speaking. */
export const SPEAKING =
  set(`said say says asked ask asks answered answers replied replies told tell tells whispered shouted called calls
  cried remarked added spoke speaks speak explained muttered murmured continued laughed laughs smiled smiles nodded looked thanked
  greeted declined refused agreed suggested noted observed commented wrote responded apologized apologised admitted promised warned
  ordered demanded wondered insisted announced declared joked teased complained begged repeated sang read reads talked talks
  interrupted objected protested confessed invited praised thought voice waved bowed winked grinned shrugged`)
