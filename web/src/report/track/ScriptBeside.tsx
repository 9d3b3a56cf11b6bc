import { useEffect, useRef } from 'preact/hooks'
import { visible } from '../../parts/FileName.js'
import { fineClock } from '../../parts/numbers.js'
import type { Cell, CellMark, Line, TimedWord } from './aligned-script.js'
import type { Playback } from './use-playback.js'

interface ScriptBesideProps {
  lines: Line[]
  playback: Playback
  isPlayable: boolean
}

/** What a mark means, for who has it read aloud or points at it. */
const meanings: Record<CellMark, string> = {
  plain: '',
  missing: 'left out',
  added: 'added',
  changed: 'said otherwise',
  cut: 'cut off',
  tag: 'spoken tag',
  misrecognised: 'probably recognised wrongly by us',
  doubtful: 'doubtful: listen to it',
}

const sides = ['written', 'said'] as const

/** A sentence of the script, and beside it what was recognised for it. One stop for the keyboard: arrows go from word to word, Enter plays. */
export function ScriptBeside({ lines, playback, isPlayable }: ScriptBesideProps) {
  const table = useRef<HTMLTableElement>(null)
  const cells = lines.flat()
  useEffect(() => {
    let spoken: NodeListOf<Element> | undefined
    let before = -1
    return playback.follow((timeSec) => {
      const at = cells.findIndex(
        ({ said, startSec, endSec }) =>
          said.length > 0 && startSec !== null && startSec <= timeSec && timeSec < endSec!,
      )
      if (at === before) return
      before = at
      for (const word of spoken ?? []) word.classList.remove('is-spoken')
      spoken = table.current?.querySelectorAll(`[data-cell="${at}"]`)
      for (const word of spoken ?? []) word.classList.add('is-spoken')
    })
  }, [lines, playback])
  const play = (event: Event) => {
    const at = wordOf(event)?.dataset.cell
    const startSec = at === undefined ? null : cells[Number(at)].startSec
    if (startSec !== null) playback.playAt(startSec)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') play(event)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const here = wordOf(event)
    if (step === 0 || !here) return
    const words = [...table.current!.querySelectorAll<HTMLElement>('[data-cell]')]
    const next = words[words.indexOf(here) + step]
    if (!next) return
    here.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }
  let place = 0
  return (
    <table
      class="beside"
      ref={table}
      onClick={isPlayable ? play : undefined}
      onKeyDown={isPlayable ? onKey : undefined}
    >
      <thead>
        <tr>
          <th scope="col">Script</th>
          <th scope="col">What was recognised</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const from = place
          place += line.length
          return (
            <tr key={index}>
              {sides.map((side) => (
                <td key={side} dir="auto">
                  {line.map((cell, at) => (
                    <Words
                      key={at}
                      cell={cell}
                      at={from + at}
                      side={side}
                      isPlayable={isPlayable}
                      isFirst={side === 'written' && from + at === 0}
                    />
                  ))}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface WordsProps {
  cell: Cell
  at: number
  side: (typeof sides)[number]
  isPlayable: boolean
  isFirst: boolean
}

/** What stands for a cell on one side; of what is missing there, nothing. */
function Words({ cell, at, side, isPlayable, isFirst }: WordsProps) {
  const words = cell[side]
  if (words.length === 0) return null
  const { mark, startSec } = cell
  const meaning = meanings[mark]
  const other = textOf(cell[side === 'written' ? 'said' : 'written'])
  const instead =
    mark === 'plain' || other === ''
      ? ''
      : `${side === 'written' ? 'recognised' : 'in the script'}: “${other}”`
  const about = [meaning, instead].filter(Boolean).join(', ')
  return (
    <>
      <span
        data-cell={at}
        class={mark === 'plain' ? 'word' : `word is-${mark}`}
        title={[startSec === null ? '' : fineClock(startSec), about].filter(Boolean).join(', ')}
        {...(isPlayable && startSec !== null ? { role: 'button' as const, tabIndex: isFirst ? 0 : -1 } : {})}
      >
        {textOf(words)}
        {about && <span class="only-read"> ({about})</span>}
      </span>{' '}
    </>
  )
}

function textOf(words: TimedWord[]): string {
  return visible(words.map(({ text }) => text).join(' '))
}

function wordOf(event: Event): HTMLElement | null {
  return (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')
}
