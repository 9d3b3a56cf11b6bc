import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { EmptyState } from '../parts/EmptyState.js'
import { Header } from './Header.js'
import { MissingPage } from './MissingPage.js'
import { isPlace, placeNow } from './places.js'

/** Each page is a file of its own, loaded when it is opened. */
const pages: Record<string, () => Promise<ComponentType>> = {
  new: async () => (await import('../new/NewAuditPage.js')).NewAuditPage,
  audits: async () => (await import('../audits/AuditsPage.js')).AuditsPage,
  account: async () => (await import('../account/AccountPage.js')).AccountPage,
  compare: async () => (await import('../compare/ComparePage.js')).ComparePage,
  report: async () => (await import('../report/ReportPage.js')).ReportPage,
}

export function App() {
  const place = usePlace()
  const [Page, setPage] = useState<ComponentType | null>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const load = pages[place] ?? (async () => MissingPage)
    // Whoever goes back before a page has come does not want it any more.
    let isLeft = false
    load().then(
      (page) => !isLeft && setPage(() => page),
      () => !isLeft && setBroken(true),
    )
    return () => {
      isLeft = true
    }
  }, [place])
  return (
    <>
      <button type="button" class="skip" onClick={skipToMain}>
        Skip to content
      </button>
      <Header place={place} />
      <main id="main" tabIndex={-1}>
        {Page && <Page />}
        {isBroken && (
          <EmptyState
            picture="broken"
            title="This page could not be loaded"
            level={1}
            isError
            actions={
              <button type="button" class="primary" onClick={() => location.reload()}>
                Reload the page
              </button>
            }
          >
            Check your connection. If the service was updated while this page was open, reloading helps.
          </EmptyState>
        )}
      </main>
    </>
  )
}

/** Empty where there is no page. */
function usePlace(): string {
  const read = () => (isPlace() ? placeNow() : '')
  const [place, setPlace] = useState(read)
  useEffect(() => {
    const onMove = () => setPlace(read())
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  }, [])
  return place
}

/** Not by the address: what stands behind # there is the secret of the report. */
function skipToMain() {
  document.getElementById('main')?.focus()
}
