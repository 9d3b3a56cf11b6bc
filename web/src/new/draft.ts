import { useState } from 'preact/hooks'
import { type Plan, usualPlan } from './plan.js'
import type { PlannedFile } from './planned.js'

/** What somebody is about to send. */
export interface Draft {
  name: string
  files: PlannedFile[]
  plan: Plan
}

export const emptyDraft: Draft = { name: '', files: [], plan: usualPlan }

/** As long as the page is open: whoever comes back from an audit, or from its report, finds the files as they were. */
let kept = emptyDraft

export function useDraft(): [Draft, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(kept)
  const change = (part: Partial<Draft>) => {
    kept = { ...kept, ...part }
    setDraft(kept)
  }
  return [draft, change]
}
