// What the recogniser and the build that makes its graphs (src/conversion) must agree on: names and sizes of tensors.
import type { MoonshineSize } from '../speech-data.js'

export interface DecoderShape {
  layers: number
  heads: number
  headDim: number
}

export const decoderShapes: Record<MoonshineSize, DecoderShape> = {
  base: { layers: 8, heads: 8, headDim: 52 },
  tiny: { layers: 6, heads: 8, headDim: 36 },
}

/** Tokens that are scored at each step. */
export const VOCABULARY = 32_768

/** Keys of the audio, transposed and scaled; the cross graph gives them, the step graph takes them. */
export const crossKey = (layer: number) => `/model/decoder/layers.${layer}/encoder_attn/Mul_1_output_0`
export const crossValue = (layer: number) => `past_key_values.${layer}.encoder.value`
export const pastKey = (layer: number) => `past_key_values.${layer}.decoder.key`
export const pastValue = (layer: number) => `past_key_values.${layer}.decoder.value`
export const presentKey = (layer: number) => `present.${layer}.decoder.key`
export const presentValue = (layer: number) => `present.${layer}.decoder.value`
