// The file that the thread for waveforms runs: decoding takes seconds for a long file, and others must not wait for it.
import { answerWith, type Task } from '../../../audit/calls.js'
import { decodeFile } from '../../../audit/decoded-file.js'
import { PeakMeter, type Peaks } from './peaks.js'

const peaks: Task<{ file: string }, Peaks> = async ({ file }, { signal }) => {
  const meter = new PeakMeter()
  await decodeFile(file, (channels, rateHz) => meter.add(channels, rateHz), { signal })
  return meter.peaks()
}

export default answerWith({ peaks })
