import { describe, expect, it } from 'vitest'
import { spoken, spokenForms } from '../../src/text/numbers.js'

function said(token: string): string {
  return spoken(token).join(' ')
}

function allSaid(token: string): string[] {
  return spokenForms(token).map((reading) => reading.join(' '))
}

describe('the usual reading', () => {
  it.each([
    // whole numbers
    ['0', 'zero'],
    ['7', 'seven'],
    ['13', 'thirteen'],
    ['42', 'forty two'],
    ['90', 'ninety'],
    ['100', 'one hundred'],
    ['105', 'one hundred five'],
    ['999', 'nine hundred ninety nine'],
    ['1,000', 'one thousand'],
    ['1,234', 'one thousand two hundred thirty four'],
    ['12345', 'twelve thousand three hundred forty five'],
    ['1,234,567', 'one million two hundred thirty four thousand five hundred sixty seven'],
    ['1000000', 'one million'],
    ['2,000,000,001', 'two billion one'],
    ['-5', 'minus five'],
    ['−5', 'minus five'],
    ['007', 'zero zero seven'],
    ['05', 'oh five'],
    ['(42)', 'forty two'],
    ['6.', 'six'],
    // years
    ['1984', 'nineteen eighty four'],
    ['1905', 'nineteen oh five'],
    ['1900', 'nineteen hundred'],
    ['1455', 'fourteen fifty five'],
    ['1066', 'one thousand sixty six'],
    ['2000', 'two thousand'],
    ['2008', 'two thousand eight'],
    ['2015', 'twenty fifteen'],
    ['1920s', 'nineteen twenties'],
    ["'90s", 'nineties'],
    ["80's", 'eighties'],
    // ordinals
    ['1st', 'first'],
    ['2nd', 'second'],
    ['3rd', 'third'],
    ['5th', 'fifth'],
    ['8th', 'eighth'],
    ['9th', 'ninth'],
    ['12th', 'twelfth'],
    ['20th', 'twentieth'],
    ['42nd', 'forty second'],
    ['100th', 'one hundredth'],
    ['1,001st', 'one thousand first'],
    // decimals, percentages, fractions
    ['3.14', 'three point one four'],
    ['0.5', 'zero point five'],
    ['.5', 'zero point five'],
    ['1,234.5', 'one thousand two hundred thirty four point five'],
    ['2.7%', 'two point seven percent'],
    ['100%', 'one hundred percent'],
    ['1/2', 'one half'],
    ['½', 'one half'],
    ['1½', 'one and a half'],
    ['3/4', 'three quarters'],
    ['2/3', 'two thirds'],
    ['9/11', 'nine eleven'],
    ['24/7', 'twenty four seven'],
    // money
    ['$1', 'one dollar'],
    ['$5', 'five dollars'],
    ['$3.50', 'three dollars and fifty cents'],
    ['$1.01', 'one dollar and one cent'],
    ['$0.99', 'ninety nine cents'],
    ['£20', 'twenty pounds'],
    ['£1.50', 'one pound and fifty pence'],
    ['€1,200', 'one thousand two hundred euros'],
    ['£2.5bn', 'two point five billion pounds'],
    ['$10k', 'ten thousand dollars'],
    ['50¢', 'fifty cents'],
    ['$5-10', 'five to ten dollars'],
    // times
    ['3:45', 'three forty five'],
    ['3:05', 'three oh five'],
    ['3:00', "three o'clock"],
    ['10am', 'ten a m'],
    ['3:33PM', 'three thirty three p m'],
    ['15:30', 'fifteen thirty'],
    // units
    ['5km', 'five kilometers'],
    ['1km', 'one kilometer'],
    ['60mph', 'sixty miles per hour'],
    ['20°C', 'twenty degrees celsius'],
    ['-5°C', 'minus five degrees celsius'],
    ['16GB', 'sixteen gigabytes'],
    ['44.1kHz', 'forty four point one kilohertz'],
    ['70kg', 'seventy kilograms'],
    ['10k', 'ten thousand'],
    ['5\'10"', 'five foot ten'],
    // ranges and groups
    ['10-20', 'ten to twenty'],
    ['10–20', 'ten to twenty'],
    ['10-15%', 'ten to fifteen percent'],
    ['555-1234', 'five five five one two three four'],
    ['1-800-555-0199', 'one eight zero zero five five five zero one nine nine'],
    ['1.2.3', 'one point two point three'],
    // codes and names
    ['B2B', 'b two b'],
    ['mp3', 'm p three'],
    ['3D', 'three d'],
    ['4K', 'four k'],
    ['V3', 'v three'],
    ['COVID-19', 'covid nineteen'],
    ['GPT-4', 'g p t four'],
    ['I-80', 'i eighty'],
    ['12-year-old', 'twelve year old'],
    ['#1', 'number one'],
    ['mid-30s', 'mid thirties'],
    ['21st-century', 'twenty first century'],
    ['7.30pm', 'seven thirty p m'],
    ['Ph.D.', 'p h d'],
    ['5s', 'five seconds'],
    ['&c.', 'et cetera'],
    ['AT&T', 'a t and t'],
    ['C++', 'c plus plus'],
    ['tests/test_voice.py', 'tests slash test underscore voice dot py'],
    ['me@example.com', 'me at example dot com'],
    ['and/or', 'and or'],
    // Roman numerals
    ['III', 'three'],
    ['XIV', 'fourteen'],
    // words and abbreviations
    ['Hello,', 'hello'],
    ["don't", "don't"],
    ["Mary's", "mary's"],
    ["dogs'", 'dogs'],
    ['“Café”', 'cafe'],
    ['well-known', 'well known'],
    ['Mr.', 'mister'],
    ['e.g.', 'for example'],
    ['U.S.', 'u s'],
    ['GPU', 'gpu'],
    ['TTS', 't t s'],
    ['&', 'and'],
  ])('%s: %s', (token, expected) => {
    expect(said(token)).toBe(expected)
  })

  it.each(['—', '...', '-', '"', '', '😀'])('nothing to say in %j', (token) => {
    expect(spokenForms(token)).toEqual([[]])
  })
})

describe('other readings', () => {
  it.each([
    [
      '1984',
      [
        'one thousand nine hundred and eighty four',
        'nineteen hundred and eighty four',
        'one nine eight four',
      ],
    ],
    ['2008', ['two thousand and eight', 'twenty oh eight']],
    ['105', ['one hundred and five', 'one oh five', 'a hundred and five']],
    ['911', ['nine one one', 'nine eleven']],
    ['747', ['seven forty seven']],
    ['1200', ['twelve hundred', 'one thousand two hundred']],
    ['$3.50', ['three fifty', 'three dollars fifty']],
    ['2.5', ['two and a half']],
    ["2019's", ["twenty nineteen's"]],
    ['10:30-11:00', ["ten thirty to eleven o'clock"]],
    ['0.6', ['point six', 'zero point six']],
    ['007', ['double oh seven', 'oh oh seven']],
    ['3:00', ['three', 'three hundred hours']],
    ['1/4', ['a quarter', 'one fourth']],
    ['3D', ['three d']],
    ['VIII', ['the eighth', 'eighth']],
    ['GPU', ['g p u']],
    ['Ctrl+C', ['control c', 'control plus c']],
    ['del', ['del']],
    ['https://example.com/', ['example dot com', 'https colon slash slash example dot com']],
    ['e-mail', ['email', 'e mail']],
    ['8B', ['eight billion', 'eight b']],
  ])('%s', (token, expected) => {
    expect(allSaid(token)).toEqual(expect.arrayContaining(expected))
  })

  it('never leaves a word of the sum out', () => {
    for (const token of ['$5', '£20', '$2.5bn', '5%', '5km']) {
      expect(allSaid(token).every((reading) => reading.split(' ').length > 1)).toBe(true)
    }
    expect(allSaid('$5')).toEqual(['five dollars', 'five dollar'])
  })

  it('takes only safe Roman numerals', () => {
    expect(allSaid('MIX')).toEqual(['mix', 'm i x'])
    expect(allSaid('CD')).toEqual(['c d', 'cd'])
    expect(allSaid('I')).toEqual(['i'])
  })

  it('gives lower-case letters and apostrophes only, whatever comes', () => {
    const odd = [
      '$',
      '$$5',
      '5%%',
      '1,2,3',
      '12:345',
      '1//2',
      '--',
      '3-',
      '..5',
      "''",
      '#',
      '@',
      '1e9',
      '½½',
      '٣',
      '9'.repeat(500),
    ]
    for (const token of odd) {
      const forms = spokenForms(token)
      expect(forms.length).toBeGreaterThan(0)
      for (const word of forms.flat()) expect(word).toMatch(/^[\p{Ll}\p{Lo}']+$/u)
    }
  })

  it('bounds the readings of a long code', () => {
    expect(spokenForms('12-34-56-78-90-12-34').length).toBeLessThanOrEqual(64)
    expect(spokenForms('a/b/c/d/e/f/g/h/i/j/k.l_m').length).toBeLessThanOrEqual(64)
  })
})
