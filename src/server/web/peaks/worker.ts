// The file that the thread for waveforms runs: decoding takes seconds for a long file, and others must not wait for it.
import { bytesInFile } from '../../../audio/bytes.js'
import { decodeAudio } from '../../../audio/decode.js'
import { answerWith, type Task } from '../../../audit/calls.js'
import { openedFile } from '../../../audit/opened-file.js'
import { PeakMeter, type Peaks } from './peaks.js'

const peaks: Task<{ file: string }, Peaks> = async ({ file }, { signal }) => {
  const handle = await openedFile(file)
  try {
    const { size } = await handle.stat()
    const meter = new PeakMeter()
    await decodeAudio(bytesInFile(handle, size), (channels, rateHz) => meter.add(channels, rateHz), {
      signal,
    })
    return meter.peaks()
  } finally {
    await handle.close()
  }
}

export default answerWith({ peaks })
