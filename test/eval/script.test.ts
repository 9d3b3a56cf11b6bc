import { describe, expect, it } from 'vitest'
import { DIRECTIONS, OTHER_WORDS, RUN_ONS, SCRIPT_TEXTS } from '../../eval/script-texts.js'
import { plantsOf } from '../../eval/sections/script-plants.js'

const text = { kind: 'prose' as const, text: 'The old gate was painted green. Nobody spoke until noon.' }
const faults = { directions: DIRECTIONS, otherWords: OTHER_WORDS, runOns: RUN_ONS }
const plants = new Map(plantsOf(text, faults).map((plant) => [plant.kind, plant]))
const words = (said: string) => said.split(' ').length

describe('planted faults', () => {
  it('leave clean speech as written, and tags out of it', () => {
    expect(plants.get('clean')).toMatchObject({ script: text.text, said: text.text })
    expect(plants.get('clean with tags')!.said).toBe(text.text)
    expect(plants.get('clean with tags')!.script).not.toBe(text.text)
  })

  it('do what their name says', () => {
    expect(words(plants.get('skipped word')!.said)).toBe(words(text.text) - 1)
    expect(words(plants.get('changed word')!.said)).toBe(words(text.text))
    expect(plants.get('changed word')!.said).not.toBe(text.text)
    expect(text.text).toContain(plants.get('skipped sentence')!.said)
    expect(words(plants.get('repeated phrase')!.said)).toBeGreaterThanOrEqual(words(text.text) + 3)
    expect(words(plants.get('truncation')!.said)).toBeLessThanOrEqual(words(text.text) - 2)
    expect(plants.get('run-on')!.said.startsWith(text.text)).toBe(true)
  })

  it('know where a spoken tag begins', () => {
    const { script, said, tagAt } = plants.get('spoken tag')!
    const content = script.match(/[[(<*]([^\])>*]+)/)![1]
    expect(said.split(' ').slice(tagAt).join(' ').toLowerCase().startsWith(content)).toBe(true)
  })

  it('are the same each time', () => {
    for (const each of SCRIPT_TEXTS) expect(plantsOf(each, faults)).toEqual(plantsOf(each, faults))
  })
})
