import type { Desk } from '../report/review/desk.js'

/** Nowhere but in the page: whoever wants to keep decisions saves them. */
export const pageDesk: Desk = {
  load: async () => [],
  keep: async () => [],
  promise:
    'Decisions are lost when you close this file. Save them as JSON: “audio-audit run --decisions” reads that.',
}
