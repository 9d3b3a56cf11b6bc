// Which files are held against each other: those that should have one voice where the caller has said who speaks where, else all.
// A quick voice is not too fast, and a strong one not too loud, because others of the cast are slower and softer.

export interface CastPart {
  /** As the caller calls it; null for the files that were given none, undefined where there is no cast. */
  voice: string | null | undefined
  /** Places in the batch, in its order. */
  members: number[]
}

/** In the order in which the voices come first. */
export function castParts(batch: readonly { castVoice?: string | undefined }[]): CastPart[] {
  if (batch.every(({ castVoice }) => castVoice === undefined))
    return [{ voice: undefined, members: [...batch.keys()] }]
  const members = new Map<string | null, number[]>()
  for (const [index, { castVoice = null }] of batch.entries())
    members.set(castVoice, [...(members.get(castVoice) ?? []), index])
  return [...members].map(([voice, own]) => ({ voice, members: own }))
}

/** What a file is held against, as people say it: "than the batch", "than the other files of Mara". */
export function othersInWords({ voice, members }: CastPart): string {
  if (voice === undefined) return 'the batch'
  const others = members.length === 2 ? 'the other file' : 'the other files'
  return voice === null ? `${others} without a voice of the cast` : `${others} of ${voice}`
}

/** For each file the part that it belongs to. */
export function partOfEach(parts: readonly CastPart[]): CastPart[] {
  const ofEach: CastPart[] = []
  for (const part of parts) for (const member of part.members) ofEach[member] = part
  return ofEach
}
