/**
 * Makes the files in fixtures/ anew from the signal in fixtures-signal.ts. Not part of the tests: it needs ffmpeg
 * (5.1 was used) and, for HE-AAC, the aac-enc of Debian's fdk-aac (2.0.2). Run: npx tsx test/audio/fixtures-make.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtureSignal } from './fixtures-signal.js'
import { wavBytes } from './fixtures-wav.js'

const out = join(import.meta.dirname, 'fixtures')
const scratch = mkdtempSync(join(tmpdir(), 'fixtures-'))

function original(rateHz: number, channels: number, bits: 16 | 24 = 16): string {
  const path = join(scratch, `${rateHz}-${channels}-${bits}.wav`)
  writeFileSync(path, wavBytes(fixtureSignal(rateHz, channels), rateHz, bits))
  return path
}

function encode(name: string, input: string, ...options: string[]): void {
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', input, ...options, join(out, name)])
}

encode('info.mp3', original(44_100, 2), '-c:a', 'libmp3lame', '-b:a', '96k')
encode(
  'bare.mp3',
  original(24_000, 1),
  ...'-c:a libmp3lame -b:a 48k -write_xing 0 -id3v2_version 0'.split(' '),
)
encode('s16.flac', original(16_000, 2), '-c:a', 'flac', '-compression_level', '8')
encode('s24.flac', original(8_000, 1, 24), '-c:a', 'flac', '-sample_fmt', 's32', '-bits_per_raw_sample', '24')
encode('flac.oga', original(8_000, 1), '-c:a', 'flac')
encode('vorbis.ogg', original(44_100, 2), '-c:a', 'libvorbis', '-q:a', '4')
encode('stereo.opus', original(48_000, 2), '-c:a', 'libopus', '-b:a', '96k')
encode('mono.opus', original(16_000, 1), '-c:a', 'libopus', '-b:a', '32k')
encode('lc.m4a', original(44_100, 2), '-c:a', 'aac', '-b:a', '96k')
encode('exact.aac', original(24_000, 1), '-c:a', 'aac', '-b:a', '48k', '-aac_pns', '0')
encode('faststart.m4a', original(24_000, 1), '-c:a', 'aac', '-b:a', '48k', '-movflags', 'faststart')
encode(
  'fragmented.mp4',
  original(24_000, 1),
  ...'-c:a aac -b:a 48k -movflags empty_moov -frag_duration 400000'.split(' '),
)
encode('lc.aac', original(24_000, 1), '-c:a', 'aac', '-b:a', '48k')
encode('v2.wma', original(44_100, 2), '-c:a', 'wmav2', '-b:a', '96k')
encode('v1.wma', original(22_050, 1), '-c:a', 'wmav1', '-b:a', '48k')
for (const [name, type, bitRate] of [
  ['fdk-lc.aac', '2', '64000'],
  ['he.aac', '5', '48000'],
  ['he-v2.aac', '29', '32000'],
]) {
  execFileSync('aac-enc', ['-t', type, '-r', bitRate, original(44_100, 2), join(out, name)])
}
const silentVideo = '-y -loglevel error -f lavfi -i color=size=16x16:duration=0.2 -c:v mpeg4'.split(' ')
execFileSync('ffmpeg', [...silentVideo, join(out, 'video-only.mp4')])
rmSync(scratch, { recursive: true })
