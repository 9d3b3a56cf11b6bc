// Two halves of the engines and of the collections of human speech. A network that was learnt without one half is judged by it:
// what is said of unseen engines is measured on engines that it was not trained with.
const SECOND_HALF = [
  'piper-samples',
  'piper-voices',
  'tacospawn',
  'vits-vctk-108',
  'speechocean762',
  'yourtts-gt',
]

export type Half = 0 | 1

export function halfOf(set: string): Half {
  return SECOND_HALF.includes(set) ? 1 : 0
}
