// What the model runtime makes of a graph before it runs it, made once at build: constants worked out, operators joined. That takes two
// thirds of the time that opening the recogniser takes. No more than what is right for every processor ("extended"): the level beyond
// lays weights out for the one at hand, and gives these graphs the same bytes. They come out alike on x64 and arm64.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { InferenceSession } from 'audio-audit-runtime'

/** Smaller tensors stay in the graph. */
const LEAST_WEIGHT_BYTES = 1024

export interface OptimisedGraph {
  graph: Uint8Array
  /** All its large tensors; the graph looks for them beside itself, under `weightsFile`. */
  weights: Uint8Array
}

/** `sources` are files that the graph takes its weights from, by the names that it knows them by. */
export async function optimisedGraph(
  model: Uint8Array,
  sources: Record<string, Uint8Array>,
  weightsFile: string,
): Promise<OptimisedGraph> {
  const folder = await mkdtemp(path.join(tmpdir(), 'audio-audit-graph-'))
  try {
    const graphFile = path.join(folder, 'graph.onnx')
    const session = await InferenceSession.create(model, {
      graphOptimizationLevel: 'extended',
      optimizedModelFilePath: graphFile,
      logSeverityLevel: 3,
      externalData: Object.entries(sources).map(([name, data]) => ({ path: name, data })),
      extra: {
        session: {
          optimized_model_external_initializers_file_name: weightsFile,
          optimized_model_external_initializers_min_size_in_bytes: String(LEAST_WEIGHT_BYTES),
        },
      },
    })
    await session.release()
    return { graph: await readFile(graphFile), weights: await readFile(path.join(folder, weightsFile)) }
  } finally {
    await rm(folder, { recursive: true })
  }
}
