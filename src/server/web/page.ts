// The one page of the web app, with what it needs to know of this service written into it as text.
import type { Config } from '../config.js'

/** What pages show without asking; read in web/src/settings.ts. */
export interface WebSettings {
  audioDays: number
  mostFiles: number
  mostUploadMb: number
  cachedPrice: number
}

export function pageFor(html: string, config: Config): string {
  const settings: WebSettings = {
    audioDays: config.audioDays,
    mostFiles: config.mostFiles,
    mostUploadMb: config.mostUploadMb,
    cachedPrice: config.cachedPrice,
  }
  // Behind a proxy the service may lie in a folder: every address in the page is relative to this.
  const folder = `${new URL(config.baseUrl).pathname.replace(/\/+$/, '')}/`
  const head = [
    `<base href="${escaped(folder)}">`,
    `<meta name="settings" content="${escaped(JSON.stringify(settings))}">`,
  ].join('')
  return html.replace('<!-- service -->', () => head)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
