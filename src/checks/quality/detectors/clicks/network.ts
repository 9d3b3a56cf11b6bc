// How likely a suspect is a click. Trained by scripts/click-model/train.py on planted clicks and on untouched speech.
import { type SmallNetwork, smallModel } from '../../small-network.js'

interface ClickNetworks {
  /** Says whether it is listed; knows what the suspect is among the others of its file. */
  listed: SmallNetwork
  /** Says whether it is sure, by the suspect alone. */
  sure: SmallNetwork
}

export const clickNetworks = smallModel<ClickNetworks>('click')
