// How likely the edge of a file is a cut. Trained by scripts/cut-model on cuts and on whole ends and starts of speech.
import { type SmallNetwork, smallModel } from './small-network.js'

export const cutNetworks = smallModel<Record<'start' | 'end', SmallNetwork>>('cut')
