import type { WebSettings } from '../../src/server/web/page.js'

/** What the service has written into the page. */
export const settings: WebSettings = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="settings"]')!.content,
)

/** An address of the service: a path relative to where the service lies. */
export function address(path: string): string {
  return new URL(path, document.baseURI).href
}

/**
 * A link that the service has handed out, on the host by which this page was reached: the service knows itself by one name,
 * and may be reached by several.
 */
export function onThisHost(link: string): string {
  const { pathname, search, hash } = new URL(link)
  return new URL(pathname + search + hash, document.baseURI).href
}
