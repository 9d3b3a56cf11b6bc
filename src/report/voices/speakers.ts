// Who speaks when in a file of several voices, and what each of them is called.

export interface Turn {
  /** Which of the voices of the file, by who speaks first: 1, 2 and so on. */
  voice: number
  startSec: number
  endSec: number
}

export interface Speaker {
  voice: number
  /** As the cast calls it, where that is known; else "voice 1". */
  name: string
  /** In order of time. */
  turns: Turn[]
  speechSec: number
  /** Of what all of them speak, 0 to 1. */
  share: number
}

/** What is read of a track of the comparison. */
export interface SpokenTrack {
  similarity: number
  judged?: boolean | undefined
  voice?: string | null | undefined
  soundsLike?: string | null | undefined
  voiceTurns?: Turn[] | undefined
}

/** A file is compared as a whole, and the whole sounds like who speaks this much of it; of one that two share evenly it tells nothing. */
const LEAST_SHARE_OF_WHOLE = 2 / 3
/** Above this similarity two files are rather one voice than two; it stands for "cannot be told", too. */
const RATHER_ONE_VOICE = 0.5

/** In the order in which they first speak; none where a single voice speaks. */
export function speakersOf(track: SpokenTrack): Speaker[] {
  const turns = new Map<number, Turn[]>()
  for (const turn of track.voiceTurns ?? []) turns.set(turn.voice, [...(turns.get(turn.voice) ?? []), turn])
  if (turns.size < 2) return []
  const lengthsSec = new Map([...turns].map(([voice, own]) => [voice, lengthSec(own)]))
  const wholeSec = Math.max(1e-9, sum([...lengthsSec.values()]))
  const named = castNameOf(track)
  return [...turns]
    .sort(([one], [other]) => one - other)
    .map(([voice, own]) => {
      const share = lengthsSec.get(voice)! / wholeSec
      const name = share >= LEAST_SHARE_OF_WHOLE ? named : null
      return { voice, name: name ?? `voice ${voice}`, turns: own, speechSec: lengthsSec.get(voice)!, share }
    })
}

export interface NamedTurn extends Turn {
  /** Of who speaks. */
  name: string
}

/** Of all speakers, in order of time. */
export function turnsInOrder(speakers: Speaker[]): NamedTurn[] {
  return speakers
    .flatMap(({ name, turns }) => turns.map((turn) => ({ ...turn, name })))
    .sort((one, other) => one.startSec - other.startSec)
}

/** Which voice of the cast the file as a whole has. */
function castNameOf({ similarity, judged, voice, soundsLike }: SpokenTrack): string | null {
  if (soundsLike != null) return soundsLike
  return voice != null && judged !== false && similarity > RATHER_ONE_VOICE ? voice : null
}

function lengthSec(turns: Turn[]): number {
  return sum(turns.map(({ startSec, endSec }) => Math.max(0, endSec - startSec)))
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
