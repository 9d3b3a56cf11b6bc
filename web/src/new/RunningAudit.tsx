import { useEffect, useState } from 'preact/hooks'
import type { AuditProgressBody, AuditStatusBody } from '../../../src/server/schemas/audit-status.js'
import { ownAudit } from '../api/audit.js'
import { Refusal, request } from '../api/request.js'
import { FileName } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { counted } from '../parts/numbers.js'
import { timeLeftText } from '../parts/time-left.js'
import { Reasons } from '../report/Reasons.js'
import { address, onThisHost } from '../settings.js'
import { openInPlace } from '../shell/places.js'
import { askToNotify, mayBeAsked, notifyIfAway } from './notification.js'
import type { PlannedFile } from './planned.js'
import { RefusalNotice, type Refused } from './RefusalNotice.js'
import { beforeNow } from './use-watched.js'
import { type Step, watch } from './watch.js'

const stepTexts: Record<Step, string> = {
  decode: 'decoding',
  voiceActivity: 'finding speech',
  transcript: 'transcribing',
  voicePrint: 'comparing the voice',
  heard: 'done',
  remembered: 'cached',
}

/** By the code of what went wrong; else what all have in common. */
const failureTitles: Record<string, string> = {
  cancelled: 'The audit was stopped.',
  interrupted: 'The service was restarted during this audit.',
  unreadable_audio: 'Some files could not be read.',
  unsupported_media: 'Some files are in a format that the service cannot read.',
  too_large: 'Some files are too long.',
  not_found: 'This audit no longer exists.',
}

interface FileStep {
  step: Step
  /** What is wrong with the file by itself; undefined until that is known. */
  reasons: AuditProgressBody['reasons']
}

interface RunningAuditProps {
  auditId: string
  /** That were sent, where this page has sent them. */
  files: PlannedFile[]
  /** Told when it has ended without a result. */
  onFailed: () => void
  onLeave: () => void
  /** Leaves, and sends these. */
  onGoOn: (files: PlannedFile[]) => void
}

export function RunningAudit({ auditId, files, onFailed, onLeave, onGoOn }: RunningAuditProps) {
  const [status, setStatus] = useState<AuditStatusBody>()
  const [steps, setSteps] = useState<ReadonlyMap<string, FileStep>>(new Map())
  const [isLost, setLost] = useState(false)
  const [refusal, setRefusal] = useState<Refused>()
  useEffect(() => {
    const leaving = new AbortController()
    const onProgress = ({ file, step, filesDone, reasons }: AuditProgressBody) => {
      setSteps((before) => new Map(before).set(file, { step, reasons }))
      setStatus((before) => before && { ...before, filesDone })
    }
    watch(auditId, { onStatus: setStatus, onProgress, onLine: setLost, signal: leaving.signal }).then(
      (last) => {
        notifyIfAway(last.status === 'done' ? 'Your audit is done' : 'Your audit failed')
        if (last.status === 'done') openReport(auditId)
        else
          setRefusal({
            code: last.error?.code ?? 'internal',
            message: last.error?.message ?? 'The audit failed.',
            details: (last.error?.details ?? []) as never,
          })
      },
      (error) => {
        if (!leaving.signal.aborted)
          setRefusal(error instanceof Refusal ? error : new Refusal(0, 'internal', String(error)))
      },
    )
    return () => leaving.abort()
  }, [auditId])
  useEffect(() => {
    if (refusal) onFailed()
  }, [refusal])
  if (refusal) {
    return (
      <>
        <RefusalNotice
          title={failureTitles[refusal.code] ?? 'The audit failed.'}
          refusal={refusal}
          files={files}
          onGoOn={onGoOn}
        />
        <div class="actions">
          <button type="button" onClick={onLeave}>
            {files.length > 0 ? 'Back to your files' : 'New audit'}
          </button>
          <a href={address('audits')}>All audits</a>
        </div>
      </>
    )
  }
  const foundSoFar = [...steps.values()].filter(({ reasons }) => reasons && reasons.length > 0).length
  const stop = async () => {
    await request(`v1/audits/${auditId}`, { method: 'DELETE' }).catch(() => {})
    onLeave()
  }
  return (
    <section class="card running" aria-labelledby="running-title">
      <h2 id="running-title">{status?.status === 'queued' ? 'Waiting to start' : 'Analysing'}</h2>
      {status ? (
        <>
          <progress
            max={Math.max(1, status.fileCount)}
            value={status.filesDone}
            aria-label="Files analysed"
          />
          <p role="status">{progressText(status)}</p>
        </>
      ) : (
        !isLost && <p role="status">Looking for the audit…</p>
      )}
      {isLost && (
        <Notice kind="info" title="The service cannot be reached.">
          This page keeps trying. The audit runs on without it. If the service was restarted, the audit has
          stopped and your credits were given back.
        </Notice>
      )}
      <p class="quiet">You can close this page. The audit continues, and you will find it under Audits.</p>
      <NotifyMe />
      {foundSoFar > 0 && (
        <p role="status">
          <strong>{counted(foundSoFar, 'file')}</strong> with faults so far. Voice, volume and pace are
          compared once all files are analysed.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <ul class="steps" tabIndex={0} aria-label="Files in this audit">
        {[...steps].reverse().map(([file, { step, reasons }]) => (
          <li key={file} class={step === 'heard' || step === 'remembered' ? 'is-done' : undefined}>
            <FileName name={file} />{' '}
            <span class="quiet">
              {reasons?.length === 0 ? 'no faults so far' : reasons ? '' : stepTexts[step]}
            </span>
            {reasons && reasons.length > 0 && <Reasons reasons={reasons} />}
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" onClick={stop}>
          Stop and delete
        </button>
        <a href={address('audits')}>All audits</a>
      </div>
    </section>
  )
}

/** Offered until the reader has answered. */
function NotifyMe() {
  const [answer, setAnswer] = useState<'open' | 'yes' | 'no'>(() =>
    !mayBeAsked() ? 'no' : Notification.permission === 'granted' ? 'yes' : 'open',
  )
  if (answer === 'no') return null
  if (answer === 'yes') return <p class="quiet">Your browser will notify you when the audit is done.</p>
  return (
    <p>
      <button
        type="button"
        class="link"
        onClick={async () => setAnswer((await askToNotify()) ? 'yes' : 'no')}
      >
        Notify me when it is done
      </button>
    </p>
  )
}

function progressText({ status, filesDone, fileCount, timeLeftSec }: AuditStatusBody): string {
  if (status === 'queued') return `${counted(fileCount, 'file')} in the queue. Other audits are running.`
  if (filesDone === fileCount) return `${counted(fileCount, 'file')} analysed, preparing the report…`
  const done = `${filesDone} of ${counted(fileCount, 'file')} analysed`
  return timeLeftSec === undefined ? done : `${done}, ${timeLeftText(timeLeftSec)}`
}

/** Of one that follows another: what has become of the files. */
async function openReport(auditId: string): Promise<void> {
  const before = beforeNow()
  if (before !== '') return openInPlace(address(`compare?${new URLSearchParams({ before, after: auditId })}`))
  const { reportUrl } = await ownAudit(auditId)
  openInPlace(reportUrl ? onThisHost(reportUrl) : address(`report/${auditId}`))
}
