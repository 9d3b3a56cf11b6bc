import { FileName, visible } from '../../parts/FileName.js'
import { percent } from '../../parts/numbers.js'
import { useInTurn } from '../../parts/use-in-turn.js'
import type { TrackView } from '../tracks.js'

interface PairPlayerProps {
  tracks: TrackView[]
  pair: [number, number]
  similarity: number | undefined
  onPair: (pair: [number, number]) => void
  /** Shows both in the list. */
  onShow: () => void
}

/** Two files side by side; also the way to the map for those who cannot point at a cell. */
export function PairPlayer({ tracks, pair, similarity, onPair, onShow }: PairPlayerProps) {
  const { players, playInTurn } = useInTurn()
  const [one, other] = pair.map((index) => tracks[index])
  return (
    <div class="pair">
      {pair.map((index, side) => (
        <div key={side}>
          <label>
            {side === 0 ? 'First file' : 'Second file'}
            <select
              value={index}
              onChange={(event) => {
                const chosen = Number(event.currentTarget.value)
                onPair(side === 0 ? [chosen, pair[1]] : [pair[0], chosen])
              }}
            >
              {tracks.map((track) => (
                <option key={track.index} value={track.index}>
                  {visible(track.file)}
                </option>
              ))}
            </select>
          </label>
          {tracks[index].pieces.length > 0 && (
            // biome-ignore lint/a11y/useMediaCaption: the transcript is with the track
            <audio
              key={index}
              ref={(element) => {
                players.current[side] = element
              }}
              controls
              preload="none"
              src={tracks[index].pieces[0].url}
              aria-label={visible(tracks[index].file)}
            />
          )}
        </div>
      ))}
      {one.pieces.length > 0 && other.pieces.length > 0 && (
        <button type="button" onClick={playInTurn}>
          Play one, then the other
        </button>
      )}
      <button type="button" class="link" onClick={onShow}>
        Show both in the list
      </button>
      {similarity !== undefined && (
        <p role="status">
          <FileName name={one.file} /> and <FileName name={other.file} /> are {percent(similarity)} similar.
        </p>
      )}
    </div>
  )
}
