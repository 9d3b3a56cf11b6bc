/** What kind of file an upload really is, judged by its content. */
export type Container = 'mp3' | 'wav' | 'flac' | 'ogg' | 'mp4' | 'adts' | 'asf'
export type Codec = 'mp3' | 'pcm' | 'flac' | 'vorbis' | 'opus' | 'aac' | 'alac' | 'wma'

export interface AudioFormat {
  container: Container
  codec: Codec
  sampleRateHz: number
  channels: number
  /** Bits per sample as stored; null for lossy codecs, which have none. */
  bitsPerSample: number | null
  /** Mean bit rate of the audio data over the decoded duration. */
  bitRateKbps: number
  /** Decoded duration, encoder padding removed. */
  durationSec: number
}
