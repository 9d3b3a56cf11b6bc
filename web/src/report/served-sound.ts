// The sound of an audit as the service has it: whole files, and waveforms that it computes.
import type { Audit } from '../api/audit.js'
import { outlinesOf, waveformOf } from '../api/waveform.js'
import { onThisHost } from '../settings.js'
import type { Sound } from './sound.js'

export function servedSound({ audioUrls }: Pick<Audit, 'audioUrls'>): Sound {
  return {
    pieces: (index) => {
      const url = audioUrls[index]
      return url === undefined ? [] : [{ startSec: 0, endSec: null, url: onThisHost(url) }]
    },
    whyNone: 'The audio has been deleted. The findings stay.',
    waveform: (index, signal) => waveformOf(audioUrls[index], signal),
    outlines: (indices) => outlinesOf(audioUrls, indices),
  }
}
