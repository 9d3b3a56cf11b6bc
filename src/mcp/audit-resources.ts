// What can be read of an audit beside what the tools answer: the whole result, a table, a report, captions.
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { auditAsCsv, type TabledAudit } from '../report/audit-csv.js'
import type { CaptionedTrack } from '../report/captions/captioned-track.js'
import { captionsOf } from '../report/captions/captions.js'
import { type AuditBackend, type KeptAudit, ToolFault } from './backend.js'

const PLACE = 'audio-audit://audits/'
/** Of a batch with more files, the captions of those after them are asked for by their address. */
const MOST_CAPTION_LINKS = 20

export interface ResourceLink {
  [key: string]: unknown
  type: 'resource_link'
  uri: string
  name: string
  mimeType: string
  description: string
}

/** What goes with the answer of a tool about one audit. */
export function linksOf({ result, fileNames, reportUrl }: KeptAudit, backend: AuditBackend): ResourceLink[] {
  const at = `${PLACE}${result.auditId}`
  const positions = 'scriptAccuracy' in result.checks ? fileNames.slice(0, MOST_CAPTION_LINKS) : []
  return [
    ...(reportUrl === undefined
      ? []
      : [
          link(
            reportUrl,
            'report',
            'text/html',
            'The report for people, in a browser; whoever has the address can see it.',
          ),
        ]),
    ...(backend.reportText
      ? [link(`${at}/report.txt`, 'report.txt', 'text/plain', 'The report for people.')]
      : []),
    link(`${at}/result.json`, 'result.json', 'application/json', 'Every number of the audit.'),
    link(`${at}/files.csv`, 'files.csv', 'text/csv', 'One line for each file.'),
    ...positions.map((file, position) =>
      link(`${at}/captions/${position}.vtt`, `${file}.vtt`, 'text/vtt', `What ${file} says, as captions.`),
    ),
  ]
}

function link(uri: string, name: string, mimeType: string, description: string): ResourceLink {
  return { type: 'resource_link', uri, name, mimeType, description }
}

type Variables = Record<string, string | string[]>

export function registerAuditResources(server: McpServer, backend: AuditBackend): void {
  const register = (
    name: string,
    end: string,
    config: { title: string; description: string; mimeType: string },
    textOf: (kept: KeptAudit, variables: Variables) => string,
  ) =>
    server.registerResource(
      name,
      new ResourceTemplate(`${PLACE}{auditId}/${end}`, { list: undefined }),
      config,
      async (uri, variables) => {
        const kept = await backend.find(String(variables.auditId))
        if (!kept) throw new ToolFault('There is no such audit.')
        return { contents: [{ uri: uri.href, mimeType: config.mimeType, text: textOf(kept, variables) }] }
      },
    )
  register(
    'result',
    'result.json',
    { title: 'Result', description: 'Every number of an audit.', mimeType: 'application/json' },
    ({ result }) => JSON.stringify(result),
  )
  register(
    'files',
    'files.csv',
    { title: 'Files', description: 'One line for each file of an audit.', mimeType: 'text/csv' },
    ({ result }) => auditAsCsv(result as unknown as TabledAudit),
  )
  register(
    'captions',
    'captions/{position}.vtt',
    {
      title: 'Captions',
      description: 'What one file says, as WebVTT; position is its place in the batch, from 0.',
      mimeType: 'text/vtt',
    },
    ({ result }, { position }) => captionsAt(result.checks, String(position)),
  )
  const { reportText } = backend
  if (!reportText) return
  register(
    'report',
    'report.txt',
    { title: 'Report', description: 'An audit for people.', mimeType: 'text/plain' },
    (kept) => reportText.call(backend, kept),
  )
}

function captionsAt(checks: { scriptAccuracy?: { tracks: CaptionedTrack[] } }, position: string): string {
  const track = /^\d{1,6}$/.test(position) ? checks.scriptAccuracy?.tracks[Number(position)] : undefined
  const captions = track && captionsOf(track, { format: 'vtt', level: 'sentence' })
  if (typeof captions === 'string') return captions
  throw new ToolFault(
    'There are no captions there: the audit needs scriptAccuracy, and a file at that position.',
  )
}
