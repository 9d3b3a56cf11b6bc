import { useState } from 'preact/hooks'
import { visible } from '../../parts/FileName.js'
import { percent } from '../../parts/numbers.js'
import type { TrackView } from '../tracks.js'
import { useCanvas } from './use-canvas.js'

interface HeatMapProps {
  matrix: number[][]
  /** Which file stands at which row and column. */
  order: number[]
  tracks: TrackView[]
  pair: [number, number]
  onPair: (pair: [number, number]) => void
}

/** From a stranger's voice (0) over white to the same voice (1); read without telling red from green. */
const stranger = [196, 78, 24]
const same = [37, 88, 190]

export function HeatMap({ matrix, order, tracks, pair, onPair }: HeatMapProps) {
  const [under, setUnder] = useState<[number, number] | null>(null)
  const canvas = useCanvas(
    (context, width) => draw(context, width, matrix, order, pair),
    [matrix, order, pair],
  )
  const cellAt = (event: PointerEvent): [number, number] => {
    const { left, top, width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const at = (share: number) => Math.min(matrix.length - 1, Math.max(0, Math.floor(share * matrix.length)))
    return [order[at((event.clientY - top) / height)], order[at((event.clientX - left) / width)]]
  }
  const [row, column] = under ?? pair
  return (
    <figure class="heat-map">
      <figcaption>
        How similar the voices are, each file against the others, grouped by voice
        <span class="quiet">; a cell shows its two files in the list</span>
      </figcaption>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Map of ${matrix.length} by ${matrix.length} files. Choose two files beside it to compare them and to show them in the list.`}
        data-testid="heat-map"
        onPointerMove={(event) => setUnder(cellAt(event))}
        onPointerLeave={() => setUnder(null)}
        onPointerDown={(event) => onPair(cellAt(event))}
      />
      <p class="heat-cell" data-testid="heat-cell">
        <bdi>{visible(tracks[row].file)}</bdi> and <bdi>{visible(tracks[column].file)}</bdi>:{' '}
        <strong>{percent(matrix[row][column])}</strong>
      </p>
      <p class="heat-scale quiet">
        <span>different voice</span>
        <span class="heat-colours" aria-hidden="true" />
        <span>same voice</span>
      </p>
    </figure>
  )
}

function draw(
  context: CanvasRenderingContext2D,
  size: number,
  matrix: number[][],
  order: number[],
  [row, column]: [number, number],
) {
  const count = matrix.length
  // One pixel a cell, enlarged by the canvas: 500 files are 250,000 cells.
  const picture = new ImageData(count, count)
  for (let y = 0; y < count; y++) {
    for (let x = 0; x < count; x++) picture.data.set(colour(matrix[order[y]][order[x]]), 4 * (y * count + x))
  }
  const small = new OffscreenCanvas(count, count)
  small.getContext('2d')!.putImageData(picture, 0, 0)
  context.imageSmoothingEnabled = false
  context.drawImage(small, 0, 0, size, size)
  const cell = size / count
  context.strokeStyle = getComputedStyle(context.canvas).color
  context.lineWidth = 3
  context.strokeRect(
    order.indexOf(column) * cell,
    order.indexOf(row) * cell,
    Math.max(4, cell),
    Math.max(4, cell),
  )
}

function colour(similarity: number): [number, number, number, number] {
  const towards = similarity < 0.5 ? stranger : same
  const share = Math.min(1, Math.abs(similarity - 0.5) * 2)
  const [r, g, b] = towards.map((part) => 245 + (part - 245) * share)
  return [r, g, b, 255]
}
