import type { CheckName } from '../api/audit.js'
import type { Order, Selection, Status } from './selection.js'
import type { TrackView } from './tracks.js'
import { voicesOf } from './voices.js'
import { checkTitles, type Kind, kindTitles } from './words.js'

interface FiltersProps {
  selection: Selection
  checks: CheckName[]
  tracks: TrackView[]
  isReviewed: boolean
  onChange: (selection: Selection) => void
}

/** Which check must have run for an order to make sense. */
const orders: [Order, string, CheckName?][] = [
  ['upload', 'Upload order'],
  ['name', 'Name'],
  ['worst', 'Most reasons first'],
  ['similarity', 'Least similar voice first', 'comparison'],
  ['quality', 'Worst sound first', 'quality'],
  ['pace', 'Furthest from the median pace first', 'pace'],
  ['script', 'Furthest from the script first', 'scriptAccuracy'],
]

const reviewStates: [Status, string][] = [
  ['open', 'Still to decide'],
  ['retake', 'To retake'],
  ['kept', 'Kept after review'],
]

const confidences: [string, string][] = [
  ['0', 'Any'],
  ['0.5', '50 % sure or more'],
  ['0.8', '80 % sure or more'],
  ['0.95', '95 % sure or more'],
]

export function Filters({ selection, checks, tracks, isReviewed, onChange }: FiltersProps) {
  const set = (part: Partial<Selection>) => onChange({ ...selection, ...part })
  const kinds = (Object.keys(kindTitles) as Kind[]).filter((kind) =>
    tracks.some((track) => track.kinds.has(kind)),
  )
  const voices = voicesOf(tracks)
  return (
    <search class="filters" aria-label="Files">
      <label class="grow">
        Name
        <input
          type="search"
          value={selection.text}
          placeholder="Part of a file name"
          onInput={(event) => set({ text: event.currentTarget.value })}
        />
      </label>
      <Choice
        label="Status"
        value={selection.status}
        choices={[
          ['all', 'All'],
          ['flagged', 'Flagged'],
          ['passed', 'Passed'],
          ...(tracks.some(({ isUndecided }) => isUndecided)
            ? [['undecided', 'Not judged'] as [string, string]]
            : []),
          ...(isReviewed ? reviewStates : []),
        ]}
        onChange={(status) => set({ status: status as Status })}
      />
      <Choice
        label="Flagged by"
        value={selection.check}
        choices={[['any', 'Any check'], ...checks.map((name): [string, string] => [name, checkTitles[name]])]}
        onChange={(check) => set({ check: check as Selection['check'] })}
      />
      <Choice
        label="Kind"
        value={selection.kind}
        choices={[['any', 'Any kind'], ...kinds.map((kind): [string, string] => [kind, kindTitles[kind]])]}
        onChange={(kind) => set({ kind: kind as Selection['kind'] })}
      />
      {voices.length > 1 && (
        <Choice
          label="Voice"
          value={String(selection.voice)}
          choices={[
            ['0', 'Any voice'],
            ...voices.map(({ number, name }): [string, string] => [String(number), name]),
          ]}
          onChange={(voice) => set({ voice: Number(voice) })}
        />
      )}
      {checks.includes('quality') && (
        <Choice
          label="Sound faults"
          value={String(selection.leastConfidence)}
          choices={confidences}
          onChange={(least) => set({ leastConfidence: Number(least) })}
        />
      )}
      <Choice
        label="Order"
        value={selection.order}
        choices={orders.flatMap(([order, title, needs]): [string, string][] =>
          needs && !checks.includes(needs) ? [] : [[order, title]],
        )}
        onChange={(order) => set({ order: order as Order })}
      />
    </search>
  )
}

interface ChoiceProps {
  label: string
  value: string
  choices: [value: string, text: string][]
  onChange: (value: string) => void
}

function Choice({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
