// How likely a suspect is a click. Trained by scripts/click-model/train.py on planted clicks and on untouched speech.
import { type SmallNetwork, smallModel } from '../small-network.js'

export const clickNetwork = smallModel<SmallNetwork>('click-model.json')
