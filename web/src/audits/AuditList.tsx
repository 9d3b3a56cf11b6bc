import { useEffect, useRef, useState } from 'preact/hooks'
import { type AuditBrief, deleteAudit, nameAudit, type Sort } from '../api/audits.js'
import { EmptyState } from '../parts/EmptyState.js'
import { LoadFailed } from '../parts/LoadFailed.js'
import { address } from '../settings.js'
import { AuditCard } from './AuditCard.js'
import { UnfinishedCard } from './UnfinishedCard.js'
import { type Asked, useAudits } from './use-audits.js'

/** Two are compared. */
const COMPARED = 2

const sorts: [Sort, string][] = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['score', 'Lowest score first'],
  ['regenerate', 'Most to regenerate first'],
]

export function AuditList({ isManaged }: { isManaged: boolean }) {
  const [asked, setAsked] = useState<Asked>({ search: '', sort: 'newest' })
  const { audits, unfinished, shownSearch, cursor, isLoading, fault, more, again, forget, renamed } =
    useAudits(asked)
  const [news, setNews] = useState('')
  const [compared, setCompared] = useState<string[]>([])
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting && !fault) more()
    })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [more, fault])

  const remove = async (auditId: string, done: string) => {
    try {
      await deleteAudit(auditId)
      forget(auditId)
      setCompared((before) => before.filter((id) => id !== auditId))
      setNews(done)
    } catch (error) {
      setNews(`The audit was not deleted. ${(error as Error).message}`)
    }
  }
  const name = async (auditId: string, text: string) => {
    try {
      await nameAudit(auditId, text)
      renamed(auditId, text)
      setNews('Name saved.')
    } catch (error) {
      setNews(`The name was not saved. ${(error as Error).message}`)
    }
  }
  const compare = (auditId: string, isOn: boolean) =>
    setCompared((before) =>
      isOn ? [...before, auditId].slice(-COMPARED) : before.filter((id) => id !== auditId),
    )
  const isEmpty = cursor === null && audits.length + unfinished.length === 0
  if (isEmpty && asked.search === '' && shownSearch === '')
    return (
      <>
        <p class="announcement" role="status">
          {news}
        </p>
        <EmptyState
          picture="quiet"
          title="No audits yet"
          level={2}
          actions={
            <a class="button primary" href={address('new')}>
              New audit
            </a>
          }
        >
          Add a few speech files and see in a minute or two which of them to regenerate, and why. Sample audio
          is there to try it with.
        </EmptyState>
      </>
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
          <span class="quiet">To compare two audits of the same files, tick both.</span>
        )}
      </div>
      <search class="filters" aria-label="Audits">
        <label class="grow">
          Search
          <input
            type="search"
            maxLength={200}
            value={asked.search}
            placeholder="Name of an audit or a file"
            onInput={(event) => setAsked({ ...asked, search: event.currentTarget.value })}
          />
        </label>
        <label>
          Sort
          <select
            value={asked.sort}
            onChange={(event) => setAsked({ ...asked, sort: event.currentTarget.value as Sort })}
          >
            {sorts.map(([sort, text]) => (
              <option key={sort} value={sort}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </search>
      <p class="announcement" role="status">
        {news}
      </p>
      {unfinished.length > 0 && (
        <ul class="audits" aria-label="Running and failed audits">
          {unfinished.map((audit) => (
            <li key={audit.auditId}>
              <UnfinishedCard
                audit={audit}
                onDelete={
                  isManaged
                    ? () => remove(audit.auditId, 'The audit was removed. You were not charged.')
                    : undefined
                }
              />
            </li>
          ))}
        </ul>
      )}
      <ul class="audits" aria-label="Finished audits">
        {audits.map((audit) => (
          <li key={audit.auditId}>
            <AuditCard
              audit={audit}
              isCompared={compared.includes(audit.auditId)}
              onCompare={(isOn) => compare(audit.auditId, isOn)}
              onName={isManaged ? (text) => name(audit.auditId, text) : undefined}
              onDelete={
                isManaged ? () => remove(audit.auditId, 'The audit and its audio were deleted.') : undefined
              }
            />
          </li>
        ))}
      </ul>
      {isEmpty && (
        <EmptyState
          picture="search"
          title="No audit matches your search"
          level={2}
          actions={
            <button type="button" onClick={() => setAsked({ ...asked, search: '' })}>
              Clear the search
            </button>
          }
        >
          The search looks at the names of audits and of their files.
        </EmptyState>
      )}
      <div ref={end} class="quiet list-end" role="status">
        {isLoading && 'Loading…'}
        {cursor === null && audits.length > 0 && 'End of list'}
      </div>
      {fault && <LoadFailed title="The list could not be loaded" error={fault} level={2} onAgain={again} />}
    </>
  )
}

/** The older one first, whichever was ticked first. */
function comparisonOf(compared: string[], audits: AuditBrief[]): string {
  const [before, after] = audits
    .filter(({ auditId }) => compared.includes(auditId))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .map(({ auditId }) => auditId)
  return address(`compare?${new URLSearchParams({ before, after })}`)
}
