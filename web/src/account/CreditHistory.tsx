import { useEffect, useState } from 'preact/hooks'
import { type CreditEntry, creditPage } from '../api/account.js'
import { visible } from '../parts/FileName.js'
import { dateTime } from '../parts/numbers.js'
import { address } from '../settings.js'

const kindTexts: Record<CreditEntry['kind'], string> = {
  grant: 'Credits added',
  reservation: 'Audit',
  settlement: 'Refund: cached files cost less',
  release: 'Refund: the audit did not finish',
}

/** An audit that cost what was reserved for it is a line of its own already. */
const isShown = ({ kind, credits }: CreditEntry) => kind !== 'settlement' || credits !== 0

export function CreditHistory() {
  /** Undefined until they are known. */
  const [entries, setEntries] = useState<CreditEntry[]>()
  const [before, setBefore] = useState<number>()
  const [fault, setFault] = useState('')
  const load = async (from?: number) => {
    try {
      const page = await creditPage(from)
      setEntries((known = []) => [...known, ...page.entries.filter(isShown)])
      setBefore(page.nextBefore)
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  useEffect(() => {
    load()
  }, [])
  return (
    <section class="card" aria-labelledby="history-title">
      <h2 id="history-title">Credit history</h2>
      {entries?.length === 0 && <p class="quiet">No credits have been added or used yet.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section class="table-box" tabIndex={0} aria-label="Credit entries">
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col" class="number">
                Credits
              </th>
              <th scope="col" class="number">
                Balance
              </th>
            </tr>
          </thead>
          <tbody>
            {entries?.map(({ id, kind, credits, balance, auditId, note, createdAt }) => (
              <tr key={id}>
                <td>{dateTime(createdAt)}</td>
                <td>
                  {auditId ? <a href={address(`report/${auditId}`)}>{kindTexts[kind]}</a> : kindTexts[kind]}{' '}
                  {note && <bdi class="quiet">{visible(note)}</bdi>}
                </td>
                <td class="number">{signed(credits)}</td>
                <td class="number">{balance}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {before !== undefined && (
        <button type="button" onClick={() => load(before)}>
          Show older
        </button>
      )}
      <p class="announcement" role="status">
        {fault}
      </p>
    </section>
  )
}

function signed(credits: number): string {
  return credits > 0 ? `+${credits}` : String(credits).replace('-', '\u2212')
}
