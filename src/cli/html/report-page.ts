// One page with all that it needs: script, style and data in it, and nothing loaded from anywhere.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { REPORT_DATA_ID, type ReportFileData } from '../../report/report-file.js'
import { UsageError } from '../exit.js'

/** The same place seen from the sources and from what is compiled from them. */
const builtFolder = fileURLToPath(new URL('../../../dist/report-file/', import.meta.url))

export interface PageParts {
  script: string
  style: string
}

/** What the build has made for the page. Fails with a UsageError where it was not built. */
export async function builtParts(folder = builtFolder): Promise<PageParts> {
  try {
    const [script, style] = await Promise.all(
      ['report.js', 'report.css'].map((name) => readFile(`${folder}/${name}`, 'utf8')),
    )
    return { script: inScript(script), style: inStyle(style) }
  } catch (cause) {
    throw new UsageError(
      `--html needs the page that "npm run build:web" builds (${(cause as Error).message})`,
    )
  }
}

export function reportPage({ script, style }: PageParts, title: string, data: ReportFileData): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'font-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${asText(title)}</title>
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This report needs JavaScript, which is in this file; nothing is loaded from elsewhere.</noscript>
<script type="application/json" id="${REPORT_DATA_ID}">${asJson(data)}</script>
<script type="module">${script}</script>
</body>
</html>
`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function asText(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)
}

/** Nothing in it can end the element or begin another, and no program takes a part of it for the end of a line. */
export function asJson(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** What would end the element stands only in texts of a script, where a backslash changes nothing. */
function inScript(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3c')
}

function inStyle(style: string): string {
  return style.replace(/<(?=\/style)/gi, '\\3c ')
}
