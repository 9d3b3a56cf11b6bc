import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { say } from '../../voices/say.js'

it('writes a WAV file and tells when each word comes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'say-'))
  try {
    const lines: string[] = []
    await say(['flite:kal', 'Good morning', join(folder, 'out.wav')], (line) => lines.push(line))
    expect(lines[0]).toMatch(/out\.wav: 0\.\d+ s at 8000 Hz|out\.wav: 1\.\d+ s at 8000 Hz/)
    expect(lines.slice(1).map((line) => line.split(' ')[2])).toEqual(['Good', 'morning'])
    expect((await readFile(join(folder, 'out.wav'))).toString('latin1', 0, 4)).toBe('RIFF')
    await expect(say(['flite:kal'], () => {})).rejects.toThrow(/usage/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
