// Files of a voice of which there is a reference recording: held against that, and not only against each other. So it is seen, too,
// when all of them have drifted away from it.
import { median } from '../statistics.js'
import { SPREADS_ALLOWED } from './deviations.js'
import { ONE_VOICE } from './groups.js'
import { type ComparedVoices, UNKNOWN } from './similarities.js'

export interface ReferencedFile {
  /** To the reference and the files that go with it. */
  similarity: number
  deviation: number
  /** To the reference alone, together with the files that sound like this one. */
  referenceSimilarity: number
}

export interface ReferencedVoice {
  /** What has the voice: the reference, and the files that go with it. */
  core: number[]
  files: Map<number, ReferencedFile>
}

/**
 * Files that sound alike are held against the reference together, since several say more of their voice than one: `groups` are
 * those of the files of the voice. The reference decides which of them have it, however few they are. By what is normal for these
 * each file is judged; and all of them by how like the reference they are, as two files are that have only each other.
 */
export function judgeByReference(
  reference: number,
  groups: readonly number[][],
  { likeness }: Pick<ComparedVoices, 'likeness'>,
  certainties: readonly number[],
): ReferencedVoice {
  const held = groups.map((members) => ({ members, likeness: likeness(reference, members) ?? UNKNOWN }))
  const fitting = held.flatMap((group) => (group.likeness >= ONE_VOICE ? group.members : []))
  const core = [reference, ...fitting]
  const files = new Map<number, ReferencedFile>()
  for (const group of held) {
    for (const index of group.members) {
      const similarity = likeness(index, core) ?? UNKNOWN
      // One of several that have another voice may be like the reference by chance.
      const isOneOfOthers = group.likeness < ONE_VOICE && group.members.length > 1
      files.set(index, {
        similarity: isOneOfOthers ? Math.min(similarity, group.likeness) : similarity,
        deviation: 0,
        referenceSimilarity: group.likeness,
      })
    }
  }
  // A single file says as little of what is normal as none does.
  const normal = fitting.length > 1 ? fitting.map((index) => files.get(index)!.similarity) : [1]
  const norm = median(normal)!
  const spread = median(normal.map((each) => Math.abs(each - norm)))!
  const drift = 1 - (likeness(reference, fitting) ?? 1)
  for (const [index, file] of files) {
    const below = (norm - file.similarity) / (norm + SPREADS_ALLOWED * spread)
    file.deviation = certainties[index] * Math.max(below, drift)
  }
  return { core, files }
}
