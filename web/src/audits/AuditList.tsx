import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type AuditBrief, auditPage, deleteAudit } from '../api/audits.js'
import { Notice } from '../parts/Notice.js'
import { address } from '../settings.js'
import { AuditCard } from './AuditCard.js'

/** Two are compared. */
const COMPARED = 2

export function AuditList({ isDeletable }: { isDeletable: boolean }) {
  const [audits, setAudits] = useState<AuditBrief[]>([])
  const [cursor, setCursor] = useState<string | null>()
  const [isLoading, setLoading] = useState(false)
  const [fault, setFault] = useState('')
  const [news, setNews] = useState('')
  const [compared, setCompared] = useState<string[]>([])
  const end = useRef<HTMLDivElement>(null)

  const more = useCallback(async () => {
    if (cursor === null || isLoading) return
    setLoading(true)
    try {
      const page = await auditPage(cursor)
      setAudits((before) => [...before, ...page.audits])
      setCursor(page.nextCursor ?? null)
      setFault('')
    } catch (error) {
      setFault((error as Error).message)
    }
    setLoading(false)
  }, [cursor, isLoading])

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting && !fault) more()
    })
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [more, fault])

  const remove = async (audit: AuditBrief) => {
    try {
      await deleteAudit(audit.auditId)
      setAudits((before) => before.filter(({ auditId }) => auditId !== audit.auditId))
      setCompared((before) => before.filter((id) => id !== audit.auditId))
      setNews('The audit and its audio are deleted.')
    } catch (error) {
      setNews(`It could not be deleted. ${(error as Error).message}`)
    }
  }
  const compare = (auditId: string, isOn: boolean) =>
    setCompared((before) =>
      isOn ? [...before, auditId].slice(-COMPARED) : before.filter((id) => id !== auditId),
    )
  return (
    <>
      <div class="actions">
        <a class="button primary" href={address('new')}>
          New audit
        </a>
        {compared.length === COMPARED ? (
          <a class="button" href={comparisonOf(compared, audits)}>
            Compare the two
          </a>
        ) : (
          <span class="quiet">Tick two audits of the same files to compare them.</span>
        )}
      </div>
      <p class="announcement" role="status">
        {news}
      </p>
      <ul class="audits">
        {audits.map((audit) => (
          <li key={audit.auditId}>
            <AuditCard
              audit={audit}
              isCompared={compared.includes(audit.auditId)}
              onCompare={(isOn) => compare(audit.auditId, isOn)}
              onDelete={isDeletable ? () => remove(audit) : undefined}
            />
          </li>
        ))}
      </ul>
      {cursor === null && audits.length === 0 && <Notice kind="info" title="There is no audit yet." />}
      <div ref={end} class="quiet list-end" role="status">
        {isLoading && 'Loading…'}
        {cursor === null && audits.length > 0 && 'That is all.'}
      </div>
      {fault && (
        <Notice kind="error" title="The list could not be loaded.">
          {fault}{' '}
          <button type="button" onClick={more}>
            Try again
          </button>
        </Notice>
      )}
    </>
  )
}

/** The older one first, whichever was ticked first. */
function comparisonOf(compared: string[], audits: AuditBrief[]): string {
  const [after, before] = audits
    .filter(({ auditId }) => compared.includes(auditId))
    .map(({ auditId }) => auditId)
  return address(`compare?${new URLSearchParams({ before, after })}`)
}
