import type { Check } from '../check.js'
import { judgeScripts } from './judge.js'
import type { ScriptFindings, ScriptListenOptions } from './listen.js'
import type { ScriptReport } from './report.js'
import { hasLabel } from './script.js'

/** Does each file say what its script says, and nothing else? */
export const scriptAccuracy: Check<ScriptFindings, ScriptReport, ScriptListenOptions> = {
  name: 'scriptAccuracy',
  version: 16,
  asks: ['presence', 'transcript', 'voiceActivity'],
  alwaysTranscribes: true,
  models: ['alignerDictionary'],
  listenOptions: (_, script, castVoice) =>
    script !== undefined && castVoice !== undefined && hasLabel(script, castVoice)
      ? { script, speaker: castVoice }
      : { script: script ?? null },
  listen: async (track, options) => (await import('./listen.js')).listenToScript(track, options),
  judge: judgeScripts,
}
