import { describe, expect, it } from 'vitest'
import { normaliseWords } from '../../src/text/normalise.js'

describe('one canonical form', () => {
  it.each([
    ['Hello, world!', 'hello world'],
    ['“Don’t,” she said—“it’s grey.”', 'do not she said it is gray'],
    ["She'll go, they'd stay, I've left", 'she will go they would stay i have left'],
    ["can't won't shan't cannot", 'can not will not shall not can not'],
    ["Let's go; I'm gonna", 'let us go i am going to'],
    ["Mary's dogs' bowls", "mary's dogs bowls"],
    ["O'Brien at ten o'clock", 'obrien at ten oclock'],
    ['Mr. and Mrs. Smith & Co. met Dr. Jones', 'mister and missus smith and company met doctor jones'],
    ['St. Paul, e.g., i.e. this vs. that, etc.', 'saint paul for example that is this versus that et cetera'],
    ['Um, the, uh, well-known e-mail, hmm', 'the well known e mail'],
    ['OK or okay', 'ok or ok'],
    ['naïve café Sánchez ﬁne æon', 'naive cafe sanchez fine eon'],
    ['Prior to November 22nd, 1963.', 'prior to november twenty second nineteen sixty three'],
    ['on November 22, 1963', 'on november twenty second nineteen sixty three'],
    ['Okay, 3:33 PM. Setting your alarm...', 'ok three thirty three p m setting your alarm'],
    ['He paid $5 million for 5 km', 'he paid five million dollars for five kilometers'],
    ['1 1/2 cups at 20 °C', 'one and a half cups at twenty degrees celsius'],
    ['Henry VIII, World War II and Chapter V', 'henry the eighth world war two and chapter five'],
    ['No. 5, he said no.', 'number five he said no'],
    ['ten per cent', 'ten percent'],
    ["IT'S A TEXT IN CAPITALS, SAYS THE US", 'it is a text in capitals says the us'],
    ['He sat. The sun rose.', 'he sat the sun rose'],
    ['i ve said we ll see and don t care', 'i have said we will see and do not care'],
    ['Wait...what? Yes,no', 'wait what yes no'],
    ['The end.Then more', 'the end then more'],
    ['one -- two – three — four', 'one two three four'],
    ['', ''],
    ['  \n ', ''],
    ['...', ''],
  ])('%j', (text, expected) => {
    expect(normaliseWords(text).join(' ')).toBe(expected)
  })

  it('changes nothing that is canonical already', () => {
    const once = normaliseWords("The 3 colours of Mary's 1984 theatre programme weren't grey, Mr. O'Neil!")
    expect(normaliseWords(once.join(' '))).toEqual(once)
  })
})
