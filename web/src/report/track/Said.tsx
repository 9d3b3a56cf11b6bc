import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { ScriptTrack } from '../../api/audit.js'
import { visible } from '../../parts/FileName.js'
import { fineClock, percent } from '../../parts/numbers.js'
import { alignedLines } from './aligned-script.js'
import { differenceTitle } from './marks.js'
import { ScriptBeside } from './ScriptBeside.js'
import { type SaidPiece, type SaidWord, saidPieces } from './said-pieces.js'
import type { Playback } from './use-playback.js'

interface SaidProps {
  script: ScriptTrack
  playback: Playback
  isPlayable: boolean
}

export function Said({ script, playback, isPlayable }: SaidProps) {
  const lines = useMemo(() => alignedLines(script), [script])
  const pieces = useMemo(() => (lines ? null : saidPieces(script)), [script, lines])
  const isMarked = lines
    ? lines.flat().some(({ mark }) => mark !== 'plain')
    : pieces?.some((piece) => !isWord(piece) || piece.mark !== 'plain' || piece.isDoubtful)
  return (
    <>
      <h4>{script.script === undefined ? 'What is said' : 'Script and what is said'}</h4>
      {script.note && (
        <p>
          <bdi>{visible(script.note)}</bdi>
        </p>
      )}
      {script.hasScript === false && script.transcript !== '' && (
        <p class="quiet">There is no script, so only repetitions and spoken tags were checked.</p>
      )}
      {script.transcript === '' && <p class="quiet">No speech was recognised.</p>}
      {lines ? (
        <ScriptBeside lines={lines} playback={playback} isPlayable={isPlayable} />
      ) : (
        <>
          {script.script !== undefined && (
            <p class="script-alone" dir="auto">
              {visible(script.script)}
            </p>
          )}
          {pieces ? (
            <Words pieces={pieces} playback={playback} isPlayable={isPlayable} />
          ) : (
            <p class="said" dir="auto">
              {visible(script.transcript)}
            </p>
          )}
        </>
      )}
      {isMarked && (
        <p class="legend quiet">
          <span class="word is-missing">left out</span> <span class="word is-added">added or changed</span>{' '}
          <span class="word is-tag">spoken tag</span>{' '}
          <span class="word is-doubtful">doubtful: probably recognised wrongly</span>
        </p>
      )}
      {!lines && !pieces && script.differences.length > 0 && <DifferenceList script={script} />}
    </>
  )
}

const isWord = (piece: SaidPiece): piece is SaidWord => 'text' in piece

interface WordsProps {
  pieces: SaidPiece[]
  playback: Playback
  isPlayable: boolean
}

/** One stop for the keyboard: arrows go from word to word, Enter plays from there. */
function Words({ pieces, playback, isPlayable }: WordsProps) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    let spoken: Element | undefined
    return playback.follow((timeSec) => {
      const next = elementAt(box.current, pieces, timeSec)
      if (next === spoken) return
      spoken?.classList.remove('is-spoken')
      next?.classList.add('is-spoken')
      spoken = next
    })
  }, [pieces, playback])
  const seekTo = (event: Event) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-at]')?.dataset.at
    const piece = at === undefined ? undefined : pieces[Number(at)]
    if (piece) playback.playAt(isWord(piece) ? piece.startSec : piece.timeSec)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') seekTo(event)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const here = (event.target as HTMLElement).closest<HTMLElement>('[data-at]')
    const next =
      step && here && box.current?.querySelector<HTMLElement>(`[data-at="${Number(here.dataset.at) + step}"]`)
    if (!next) return
    here.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }
  return (
    <p
      class="said"
      dir="auto"
      ref={box}
      onClick={isPlayable ? seekTo : undefined}
      onKeyDown={isPlayable ? onKey : undefined}
    >
      {pieces.map((piece, at) => [<Piece key={at} piece={piece} at={at} isPlayable={isPlayable} />, ' '])}
    </p>
  )
}

function Piece({ piece, at, isPlayable }: { piece: SaidPiece; at: number; isPlayable: boolean }) {
  const common = {
    'data-at': at,
    ...(isPlayable ? { role: 'button' as const, tabIndex: at === 0 ? 0 : -1 } : {}),
    class: piece.isDoubtful ? 'word is-doubtful' : 'word',
  }
  if (!isWord(piece)) {
    return (
      <del>
        <span {...common}>
          <span class="only-read">left out: </span>
          {visible(piece.leftOut)}
        </span>
      </del>
    )
  }
  const { saidFor, startSec } = piece
  const written = saidFor === undefined ? '' : `in the script: “${visible(saidFor)}”`
  const word = (
    <span {...common} title={[fineClock(startSec), written].filter(Boolean).join(', ')}>
      {visible(piece.text)}
      {written && <span class="only-read"> ({written})</span>}
    </span>
  )
  if (piece.mark === 'plain') return word
  return piece.mark === 'tag' ? <mark>{word}</mark> : <ins>{word}</ins>
}

function elementAt(box: Element | null, pieces: SaidPiece[], timeSec: number): Element | undefined {
  const at = pieces.findIndex((piece) => isWord(piece) && piece.startSec <= timeSec && timeSec < piece.endSec)
  return at === -1 ? undefined : (box?.querySelector(`[data-at="${at}"]`) ?? undefined)
}

function DifferenceList({ script }: { script: ScriptTrack }) {
  return (
    <ul class="differences">
      {script.differences.map((difference, index) => (
        <li key={index} class={difference.cause === 'recogniser' ? 'is-doubtful' : undefined}>
          <span class="time">{fineClock(difference.timeSec)}</span>{' '}
          <bdi>{visible(differenceTitle(difference))}</bdi>{' '}
          <span class="quiet">{percent(difference.confidence)} sure</span>
        </li>
      ))}
    </ul>
  )
}
