// Voices that the account keeps, to hold the files of later audits against them.
import { json, request } from './request.js'

export interface KeptVoice {
  name: string
  speechSec: number
  /** Made by another version of the voice model: no use until a recording is put again. */
  outdated: boolean
  createdAt: string
}

const place = (name: string) => `v1/voices/${encodeURIComponent(name)}`

export async function keptVoices(): Promise<KeptVoice[]> {
  return (await json<{ voices: KeptVoice[] }>('v1/voices')).voices
}

export function keepVoice(name: string, recording: File): Promise<KeptVoice> {
  const body = new FormData()
  body.append('files', recording)
  return json(place(name), { method: 'PUT', body })
}

export async function deleteVoice(name: string): Promise<void> {
  await request(place(name), { method: 'DELETE' })
}
