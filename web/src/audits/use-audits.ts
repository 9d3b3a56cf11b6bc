import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type AuditBrief, auditPage, type Sort, type UnfinishedAudit } from '../api/audits.js'

/** How often is asked how far audits are, while some are under way. */
const LOOK_EVERY_MS = 3_000
/** A search begins when nothing was typed for so long. */
const TYPED_MS = 250

export interface Asked {
  search: string
  sort: Sort
}

/** The audits that were asked for, page after page, and those without a result. */
export function useAudits({ search, sort }: Asked) {
  const [audits, setAudits] = useState<AuditBrief[]>([])
  const [unfinished, setUnfinished] = useState<UnfinishedAudit[]>([])
  /** Null behind the last page, undefined before the first. */
  const [cursor, setCursor] = useState<string | null>()
  const [isLoading, setLoading] = useState(false)
  const [fault, setFault] = useState<Error>()
  /** What was searched for to get what is shown. */
  const [shownSearch, setShownSearch] = useState('')
  /** Counts what was asked: an answer to a search that is given up is not shown. */
  const asking = useRef(0)

  const load = useCallback(
    async (from: string | undefined) => {
      const own = ++asking.current
      setLoading(true)
      try {
        const page = await auditPage({ search, sort, cursor: from })
        if (own !== asking.current) return
        setAudits((before) => (from === undefined ? page.audits : [...before, ...page.audits]))
        if (page.unfinished) setUnfinished(page.unfinished)
        setCursor(page.nextCursor ?? null)
        setShownSearch(search)
        setFault(undefined)
      } catch (error) {
        if (own === asking.current) setFault(error as Error)
      }
      if (own === asking.current) setLoading(false)
    },
    [search, sort],
  )
  useEffect(() => {
    const typed = setTimeout(() => load(undefined), search ? TYPED_MS : 0)
    return () => clearTimeout(typed)
  }, [load])

  const isUnderWay = unfinished.some(({ status }) => status !== 'failed')
  useEffect(() => {
    if (!isUnderWay) return
    const looking = setInterval(async () => {
      const own = asking.current
      const page = await auditPage({ search, sort }).catch(() => undefined)
      if (!page || own !== asking.current) return
      setUnfinished(page.unfinished ?? [])
      // What has been finished since joins the others.
      setAudits((before) => {
        const known = new Set(before.map(({ auditId }) => auditId))
        return [...page.audits.filter(({ auditId }) => !known.has(auditId)), ...before]
      })
    }, LOOK_EVERY_MS)
    return () => clearInterval(looking)
  }, [isUnderWay, search, sort])

  const forget = (gone: string) => {
    setAudits((before) => before.filter(({ auditId }) => auditId !== gone))
    setUnfinished((before) => before.filter(({ auditId }) => auditId !== gone))
  }
  const renamed = (wanted: string, name: string) =>
    setAudits((before) => before.map((audit) => (audit.auditId === wanted ? { ...audit, name } : audit)))
  const more = () => {
    if (typeof cursor === 'string' && !isLoading) load(cursor)
  }
  const again = () => load(cursor ?? undefined)
  return { audits, unfinished, shownSearch, cursor, isLoading, fault, more, again, forget, renamed }
}
