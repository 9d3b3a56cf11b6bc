import { describe, expect, it } from 'vitest'
import { americanSpelling } from '../../src/text/spelling.js'

describe('British spellings', () => {
  it.each([
    ['colour', 'color'],
    ['colours', 'colors'],
    ['colourful', 'colorful'],
    ['discoloured', 'discolored'],
    ['honourable', 'honorable'],
    ['neighbourhood', 'neighborhood'],
    ['favourite', 'favorite'],
    ['behaviour', 'behavior'],
    ["neighbour's", "neighbor's"],
    ['realise', 'realize'],
    ['organisation', 'organization'],
    ['recognised', 'recognized'],
    ['apologising', 'apologizing'],
    ['analyse', 'analyze'],
    ['centre', 'center'],
    ['centred', 'centered'],
    ['theatre', 'theater'],
    ['kilometres', 'kilometers'],
    ['fibre', 'fiber'],
    ['travelled', 'traveled'],
    ['travelling', 'traveling'],
    ['traveller', 'traveler'],
    ['marvellous', 'marvelous'],
    ['jewellery', 'jewelry'],
    ['fulfil', 'fulfill'],
    ['skilful', 'skillful'],
    ['enrolment', 'enrollment'],
    ['defence', 'defense'],
    ['licence', 'license'],
    ['practise', 'practice'],
    ['catalogue', 'catalog'],
    ['programme', 'program'],
    ['grey', 'gray'],
    ['plough', 'plow'],
    ['mould', 'mold'],
    ['tyre', 'tire'],
    ['gaol', 'jail'],
    ['cheque', 'check'],
    ['judgement', 'judgment'],
    ['manoeuvre', 'maneuver'],
    ['manoeuvred', 'maneuvered'],
    ['encyclopaedia', 'encyclopedia'],
    ['anaesthetic', 'anesthetic'],
    ['foetus', 'fetus'],
    ['paediatrician', 'pediatrician'],
    ['okay', 'ok'],
    ['sceptical', 'skeptical'],
    ['pyjamas', 'pajamas'],
  ])('%s is %s', (british, american) => {
    expect(americanSpelling(british)).toBe(american)
    expect(americanSpelling(american)).toBe(american)
  })
})

describe('words that only look British', () => {
  it.each(
    `four hour flour pour tour sour our your devour contour detour velour scour dour troubadour
     rise wise advise advertise exercise surprise promise premise precise noise raise praise cruise bruise disguise
     enterprise otherwise likewise compromise despise revise supervise televise expertise paradise treatise prise crises
     miser wiser kaiser raised rising promising
     acre ogre massacre genre cadre there where were here severe hatred sacred mere
     telling calling controlled expelled filling rebelled metallic excellent
     fence hence pence science silence sentence
     shoulder boulder could would draughts-man vogue league tongue plague
     they grew greyhound ease these those whose disease`.split(/\s+/),
  )('%s stays', (word) => {
    expect(americanSpelling(word)).toBe(word)
  })

  it.each([
    ['aeroplane', 'airplane'],
    ['learnt', 'learned'],
    ['towards', 'toward'],
    ['whilst', 'while'],
    ['prise', 'prize'],
    ['principle', 'principal'],
  ])('%s is not %s', (one, other) => {
    expect(americanSpelling(one)).not.toBe(americanSpelling(other))
  })
})
