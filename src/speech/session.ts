import { InferenceSession } from 'audio-audit-runtime'

const onOneThread: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  // The arena keeps what the longest piece of audio needed for ever; without it, 45 MB less at the same speed.
  enableCpuMemArena: false,
  logSeverityLevel: 3,
}

/**
 * A model ready to run on the calling thread alone. The pool runs one worker per core, and one thread each gives more
 * audio per second than several threads that share one file. The graph may keep its weights in other files, given by the
 * names that it knows them by; they are copied, so nothing holds on to them.
 */
export function openSession(
  model: Uint8Array,
  weights: Record<string, Uint8Array> = {},
): Promise<InferenceSession> {
  return InferenceSession.create(model, {
    ...onOneThread,
    graphOptimizationLevel: 'all',
    externalData: Object.entries(weights).map(([path, data]) => ({ path, data })),
  })
}

/**
 * The same for a graph that the build has optimised (src/conversion/optimised-graph.ts), by its file name. The weights in the file
 * beside it are mapped, not read: threads share what they do not keep in another form. With the recogniser that is a third of
 * the time, and 90 MB less while it is opened.
 */
export function openOptimised(graphFile: string): Promise<InferenceSession> {
  return InferenceSession.create(graphFile, { ...onOneThread, graphOptimizationLevel: 'disabled' })
}
