// What the build makes of the published models: graphs as the run time wants them, the same bytes on every machine. Those of the
// recogniser come with their weights, the others are small and take them out of the published files.
import path from 'node:path'

import {
  type ModelFile,
  modelFiles,
  publishedFiles,
  readModelFile,
  readVerified,
  type ShippedName,
  weightsPackage,
} from '../speech/models.js'
import { decoderShapes } from '../speech/moonshine/decoder-tensors.js'
import type { MoonshineSize } from '../speech/speech-data.js'
import { type AttentionHead, decoderGraphs } from './decoder-graphs.js'
import { optimisedGraph } from './optimised-graph.js'
import { voiceActivityGraph } from './voice-activity-graph.js'
import { readKaldiMatrix, readKaldiTextVector, xvectorGraph } from './voice-print-graph.js'

// The heads whose attention peaks lay nearest to the words (by forced alignment) at the 90th percentile: within 0.17 to
// 0.21 s of a word's middle for tiny.
const monotoneHeads: Record<MoonshineSize, AttentionHead[]> = {
  base: [
    { layer: 2, head: 6 },
    { layer: 3, head: 5 },
    { layer: 4, head: 1 },
    { layer: 4, head: 6 },
    { layer: 5, head: 5 },
    { layer: 5, head: 6 },
  ],
  tiny: [
    { layer: 3, head: 5 },
    { layer: 4, head: 1 },
    { layer: 4, head: 2 },
    { layer: 4, head: 3 },
    { layer: 5, head: 4 },
    { layer: 5, head: 5 },
  ],
}

/** Published files that only the conversion reads; they lie beside the weights, but are no part of the package. */
export const conversionSources = {
  voicePrintMean: {
    package: weightsPackage,
    file: 'sources/vosk-spk/mean.vec',
    sha256: '3bc5dfa9479c3aaacf4f45c155e9bd4772785449112566fac23578c09e93bcd7',
  },
  voicePrintTransform: {
    package: weightsPackage,
    file: 'sources/vosk-spk/transform.mat',
    sha256: 'fab14481fb27c41df0f1825afe18530e4f6d128dbb2c239ee86d8d7096e22c33',
  },
} as const satisfies Record<string, ModelFile>

/** Every file that the build makes, by its name in the table of models. */
export const convertedNames = (Object.keys(modelFiles) as ShippedName[]).filter((name) =>
  modelFiles[name].file.startsWith('weights/converted/'),
)

export async function convert(): Promise<Map<ShippedName, Uint8Array>> {
  const files = new Map<ShippedName, Uint8Array>()
  for (const model of ['base', 'tiny'] as const) {
    const encoder = readVerified(publishedFiles[`${model}Encoder`], `${model}Encoder`)
    const decoder = readVerified(publishedFiles[`${model}Decoder`], `${model}Decoder`)
    const { cross, step } = decoderGraphs(decoder, 'decoder', decoderShapes[model], monotoneHeads[model])
    const parts = [
      { part: 'Encoder', graph: encoder, sources: {} },
      { part: 'Cross', graph: cross, sources: { decoder } },
      { part: 'Step', graph: step, sources: { decoder } },
    ] as const
    for (const { part, graph, sources } of parts) {
      const weightsFile = path.basename(modelFiles[`${model}${part}Weights`].file)
      const optimised = await optimisedGraph(graph, sources, weightsFile)
      files.set(`${model}${part}Graph`, optimised.graph).set(`${model}${part}Weights`, optimised.weights)
    }
  }
  files.set('voiceActivityGraph', voiceActivityGraph(readModelFile('voiceActivity'), 'voiceActivity'))
  files.set('voicePrintGraph', xvectorGraph(readModelFile('voicePrint'), 'voicePrint'))
  files.set('voicePrintWhitening', whitening())
  return files
}

/** The mean of a population of voices, then the matrix that whitens it, row after row, as little-endian floats. */
function whitening(): Uint8Array {
  const { voicePrintMean, voicePrintTransform } = conversionSources
  const mean = readKaldiTextVector(readVerified(voicePrintMean, 'voicePrintMean'))
  const { values } = readKaldiMatrix(readVerified(voicePrintTransform, 'voicePrintTransform'))
  return new Uint8Array(Float32Array.of(...mean, ...values).buffer)
}
