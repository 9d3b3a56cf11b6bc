import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Notice } from '../parts/Notice.js'
import { Header } from './Header.js'
import { placeNow } from './places.js'

/** Each page is a file of its own, loaded when it is opened. */
const pages: Record<string, () => Promise<ComponentType>> = {
  new: async () => (await import('../new/NewAuditPage.js')).NewAuditPage,
  audits: async () => (await import('../audits/AuditsPage.js')).AuditsPage,
  account: async () => (await import('../account/AccountPage.js')).AccountPage,
  compare: async () => (await import('../compare/ComparePage.js')).ComparePage,
  report: async () => (await import('../report/ReportPage.js')).ReportPage,
}

export function App() {
  const place = placeNow()
  const [Page, setPage] = useState<ComponentType | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const load = pages[place]
    if (!load) return setMissing(true)
    load().then(
      (page) => setPage(() => page),
      () => setMissing(true),
    )
  }, [place])
  return (
    <>
      <button type="button" class="skip" onClick={skipToMain}>
        Skip to content
      </button>
      <Header place={place} />
      <main id="main" tabIndex={-1}>
        {Page && <Page />}
        {isMissing && <Notice kind="error" title="There is no such page." />}
      </main>
    </>
  )
}

/** Not by the address: what stands behind # there is the secret of the report. */
function skipToMain() {
  document.getElementById('main')?.focus()
}
