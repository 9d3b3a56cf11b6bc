// What files are held against: recordings that came with the request, and voices that the account keeps.
import type { AuditErrorDetail } from '../../audit/audit-error.js'
import { printModelOf } from '../../audit/kept-voices.js'
import { didYouMean } from '../../audit/nearest-name.js'
import type { TranscriberModel } from '../../audit/pool.js'
import type { AuditRequest, ReferenceSource } from '../../audit/request.js'
import { shortened } from '../../audit/shortened.js'
import type { StoredVoice } from '../../store/kept-voices.js'
import type { Store } from '../../store/store.js'
import type { FlatObject } from './flat-json.js'
import type { UploadedFile } from './upload.js'

/** The voices that can be named beside recordings. */
export interface KeptVoices {
  /** Those of these names that there are and that can be compared with. */
  find(names: readonly string[]): Promise<{ name: string; print: string | null }[]>
  names(): Promise<string[]>
}

/** Of the account; none without one. */
export function keptVoicesOf(
  { store, pool }: { store: Store; pool: { model: TranscriberModel } },
  accountId: string | undefined,
): KeptVoices | undefined {
  if (accountId === undefined) return undefined
  const model = printModelOf(pool.model)
  const usable = ({ name, print, ...voice }: StoredVoice) => ({
    name,
    print: voice.model === model ? print : null,
  })
  return {
    find: async (names) => (await store.keptVoices.find(accountId, names)).map(usable),
    names: async () => (await store.keptVoices.list(accountId)).map(({ name }) => name),
  }
}

export interface NamedReferences {
  voices: NonNullable<AuditRequest['referenceVoices']>
  wrong: AuditErrorDetail[]
}

/**
 * `named`: for each voice what its reference is called in the form, or a list of what they are called; the name of a recording counts
 * before that of a voice that is kept.
 */
export async function namedReferences(
  named: FlatObject,
  references: readonly UploadedFile[],
  kept: KeptVoices | undefined,
): Promise<NamedReferences> {
  const wrong: AuditErrorDetail[] = sameNames(references)
  const fault = (message: string) => wrong.push({ field: 'referenceVoices', message })
  const files = new Map(references.map((file) => [file.name, file]))
  const asked = Object.values(named)
    .flat()
    .filter((name) => typeof name === 'string' && !files.has(name))
  const found = new Map((await kept?.find(asked as string[]))?.map(({ name, print }) => [name, print]))
  /** By name of the reference the voice that it is of. */
  const used = new Map<string, string>()
  const sourceOf = async (voice: string, name: unknown): Promise<ReferenceSource[]> => {
    const of = `The reference of "${shortened(voice)}"`
    if (typeof name !== 'string') {
      fault(
        `${of} must be the name of a file of references, or of a voice that you keep, or a list of such names.`,
      )
      return []
    }
    const owner = used.get(name)
    used.set(name, voice)
    if (owner !== undefined) {
      fault(
        owner === voice
          ? `${of}, "${shortened(name)}", is named twice.`
          : `${of} is that of another voice, too: give each its own.`,
      )
      return []
    }
    const file = files.get(name)
    if (file) return [file]
    const print = found.get(name)
    if (typeof print === 'string') return [{ print }]
    if (print === null) {
      fault(outdated(name))
      return []
    }
    const known = [...files.keys(), ...((await kept?.names()) ?? [])]
    const keys = kept ? '' : ' Voices are kept for who has an API key.'
    fault(
      `${of}, "${shortened(name)}", is no file of references and no voice that you keep.${didYouMean(name, known)}${keys}`,
    )
    return []
  }
  const voices: [string, ReferenceSource[]][] = []
  for (const [voice, names] of Object.entries(named)) {
    if (Array.isArray(names) && names.length === 0)
      fault(`There is no reference of "${shortened(voice)}" in referenceVoices: its list is empty.`)
    const sources: ReferenceSource[] = []
    for (const name of Array.isArray(names) ? names : [names]) sources.push(...(await sourceOf(voice, name)))
    if (sources.length > 0) voices.push([voice, sources])
  }
  for (const { name } of files.values())
    if (!used.has(name))
      wrong.push({
        field: 'references',
        file: shortened(name),
        message: `referenceVoices does not say whose voice "${shortened(name)}" is a reference of.`,
      })
  return { voices: Object.fromEntries(voices), wrong }
}

/** A print says nothing to another model than the one that made it. */
function outdated(name: string): string {
  return `The kept voice "${shortened(name)}" was made by another version of the voice model: put its recording again, with PUT /v1/voices/${encodeURIComponent(name)}.`
}

function sameNames(references: readonly UploadedFile[]): AuditErrorDetail[] {
  const names = references.map(({ name }) => name)
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at))
  return [...twice].map((name) => ({
    field: 'references',
    file: shortened(name),
    message: `Two references are called "${shortened(name)}"; give each its own name.`,
  }))
}
