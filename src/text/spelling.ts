/**
 * One spelling for words that British and American English (or older and newer print) write differently and say
 * alike: the American one. Rules work on stems, so that "four", "wise" or "telling" are never touched. Words that
 * also sound different ("aeroplane", "aluminium", "whilst", "learnt", "towards") stay as they are.
 */
export function americanSpelling(word: string): string {
  const known = cached.get(word)
  if (known !== undefined) return known
  const ending = word.endsWith("'s") ? "'s" : ''
  const spelled = spellStem(word.slice(0, word.length - ending.length)) + ending
  if (cached.size >= MOST_CACHED) cached.clear()
  cached.set(word, spelled)
  return spelled
}

/** Texts repeat their words; the bound only keeps a long-lived process from growing. */
const MOST_CACHED = 50_000
const cached = new Map<string, string>()

function spellStem(word: string): string {
  const whole = WHOLE_WORDS.get(word)
  if (whole) return whole
  let spelled = word
  for (const [pattern, replacement] of RULES) spelled = spelled.replace(pattern, replacement)
  return withZ(spelled)
}

function anyOf(stems: string): string {
  return `(?:${stems.trim().split(/\s+/).join('|')})`
}

const OUR_STEMS = anyOf(
  `arb ard arm behavi cand clam col demean dol enam endeav fav ferv flav glam harb hon hum lab misdemean neighb od parl
   ranc rig rum savi sav splend succ tum val vap vig`,
)

/** British -re. "acre", "ogre", "massacre" and "genre" end so everywhere and are not here. */
const RE_STEMS = anyOf(
  `accout calib cent fib goit lit louv lust meag met mit nit och philt reconnoit sab saltpet scept sepulch somb spect
   theat tit`,
)

/** Verbs in an unstressed -l, which British English doubles before an ending. */
const L_STEMS = anyOf(
  `apparel barrel bevel cancel carol channel chisel council counsel cudgel devil dial dishevel drivel duel empanel enamel
   equal fuel funnel grovel imperil initial jewel kennel label laurel level libel marshal marvel medal metal model panel
   parcel pedal pencil peril pummel quarrel ravel refuel revel rival shovel shrivel signal snivel snorkel spiral squirrel
   stencil swivel symbol tassel tinsel total towel trammel travel tunnel unravel victual weasel yodel`,
)

const RULES: [RegExp, string][] = [
  [new RegExp(`^((?:be|dis|mis|multi|out|over|re|tri|un|water)?${OUR_STEMS})our`), '$1or'],
  [/^(out)?manoeuvre(s)?$/, '$1maneuver$2'],
  [/^(out)?manoeuvr(?=ed$|ing|ab)/, '$1maneuver'],
  [new RegExp(`^(.*${RE_STEMS})re(s)?$`), '$1er$2'],
  [new RegExp(`^(.*${RE_STEMS})red$`), '$1ered'],
  [new RegExp(`^((?:out|over|re|un)?${L_STEMS})l(ed|ing|ings|er|ers|or|ors|ous|ously|ist|ists)$`), '$1$2'],
  // Here it is American English that has the second l.
  [/^(fulfil|instil|distil|enrol|enthral|appal|instal)(s|ment|ments)?$/, '$1l$2'],
  [/^(un)?(skil|wil)ful(ly|ness)?$/, '$1$2lful$3'],
  [/^tranquilli/, 'tranquili'],
  [/^(wool)len(s)?$/, '$1en$2'],
  // ae and oe
  [/^(an|leuk|septic|hypoglyc|ur|tox)aem/, '$1em'],
  [/^haem/, 'hem'],
  [/anaesth/, 'anesth'],
  [/^aesth/, 'esth'],
  [/^archaeo/, 'archeo'],
  [/^palaeo/, 'paleo'],
  [/^(ortho)?paed/, '$1ped'],
  [/cyclopaed/, 'cycloped'],
  [/^gynaec/, 'gynec'],
  [/^(medi|prim)aeval/, '$1eval'],
  [/^caesar[ei]an/, 'cesarean'],
  [/^faec/, 'fec'],
  [/^aeon/, 'eon'],
  [/^foet/, 'fet'],
  [/^oestro/, 'estro'],
  [/^oesoph/, 'esoph'],
  [/^(diarrh|gonorrh)oe/, '$1e'],
  [/^amoeb/, 'ameb'],
  [/^homoeo/, 'homeo'],
  // single families
  [/^(def|off|pret)ence(s|less)?$/, '$1ense$2'],
  [/^licence(s|d|e)?$/, 'license$1'],
  [/^practis(e|ed|es|ing|er|ers)$/, 'practic$1'],
  [/^(cata|ana|dia|mono|pro|epi|travel|homo)logue(s|d)?$/, '$1log$2'],
  [/^cataloguing$/, 'cataloging'],
  [/^(kilo|milli|centi)?gramme(s)?$/, '$1gram$2'],
  [/^programme(s)?$/, 'program$1'],
  [/^(acknowledg|judg|abridg|lodg)ement(s|al)?$/, '$1ment$2'],
  [/^(lik|liv|lov|mov|siz|us|sal|rat|shak|nam|(?:un)?mistak)eable$/, '$1able'],
  [/^sulph/, 'sulf'],
  [/^(snow)?plough/, '$1plow'],
  [/^(mo|smo)uld(?=$|s$|er|ed$|y$|ing)/, '$1ld'],
  [/^moult/, 'molt'],
  [/^grey(?=$|s$|er$|est$|ed$|ing$|ish$|ness$)/, 'gray'],
  [/^tyre(s)?$/, 'tire$1'],
  [/^kerb(s|side|stone)?$/, 'curb$1'],
  [/^gaol(s|er|ers|ed)?$/, 'jail$1'],
  [/^sceptic/, 'skeptic'],
  [/^draught(?=$|s$|y$|ing$|ed$|sman$|smen$)/, 'draft'],
  [/^cheque(s)?$/, 'check$1'],
  [/^chequered$/, 'checkered'],
  [/^storey(s)?$/, 'story$1'],
  [/^enquir/, 'inquir'],
  [/^despatch/, 'dispatch'],
  [/^(kidnap|worship)p(ed|ing|er|ers)$/, '$1$2'],
  [/^(focus|bias)s(ed|ing)$/, '$1$2'],
  [/^waggon/, 'wagon'],
  [/^gips(y|ies)$/, 'gyps$1'],
  [/^moustache/, 'mustache'],
  [/^pyjama/, 'pajama'],
  [/^yoghurt/, 'yogurt'],
  [/^artefact/, 'artifact'],
  [/^cos(y|ier|iest|ily|iness)$/, 'coz$1'],
  [/^jewellery$/, 'jewelry'],
  [/^(anal|paral|catal|hydrol|electrol|dial|breathal)ys(e|ed|er|ers|es|ing)$/, '$1yz$2'],
]

const ISE = /^(.{2,})is(e|es|ed|er|ers|ing|ings|able|ation|ations|ational)$/
/** Stems that take -ise in every spelling, beside those in a vowel or w ("raise", "noise", "likewise"). */
const ALWAYS_ISE = new Set(
  `adv advert an appr ar chast chem cer circumc compr comprom conc cr dem desp dev enterpr ex exc exerc exorc expert
   franch improv imprec inc ir marqu merchand moonr mort parad prec prem pr prom repr rev sunr superv surm surpr telev
   treat upr val misadv unadv disenfranch enfranch overexerc reappr unprom`.split(/\s+/),
)

function withZ(word: string): string {
  const match = ISE.exec(word)
  if (!match) return word
  const [, stem, ending] = match
  if (/[aouw]$/.test(stem!) || ALWAYS_ISE.has(stem!)) return word
  return `${stem}iz${ending}`
}

/** British or older form, American form. */
const WHOLE_WORDS: ReadonlyMap<string, string> = new Map(
  `ageing/aging axe/ax whisky/whiskey omelette/omelet disc/disk discs/disks doughnut/donut doughnuts/donuts okay/ok
   okey/ok centring/centering tsar/czar tsars/czars connexion/connection connexions/connections shew/show shews/shows
   shewed/showed shewn/shown nought/naught phoney/phony pedlar/peddler pedlars/peddlers lacklustre/lackluster
   chilli/chili adviser/advisor advisers/advisors daemon/demon daemons/demons rouble/ruble roubles/rubles
   hiccough/hiccup hiccoughs/hiccups tho/though thru/through altho/although glycerine/glycerin gelatine/gelatin
   mamma/mama clew/clue clews/clues cypher/cipher blonde/blond blondes/blonds carcase/carcass`
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('/') as [string, string]),
)
