import { useEffect, useState } from 'preact/hooks'
import type { AuditProgressBody, AuditStatusBody } from '../../../src/server/schemas/audit-status.js'
import { ownAudit } from '../api/audit.js'
import { Refusal, request } from '../api/request.js'
import { FileName } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { counted } from '../parts/numbers.js'
import { address, onThisHost } from '../settings.js'
import { RefusalNotice } from './RefusalNotice.js'
import { type Step, watch } from './watch.js'

const stepTexts: Record<Step, string> = {
  decode: 'being decoded',
  voiceActivity: 'looking for speech',
  transcript: 'listening to the words',
  voicePrint: 'listening to the voice',
  heard: 'analysed',
  remembered: 'cached',
}

interface RunningAuditProps {
  auditId: string
  onLeave: () => void
}

export function RunningAudit({ auditId, onLeave }: RunningAuditProps) {
  const [status, setStatus] = useState<AuditStatusBody>()
  const [steps, setSteps] = useState<ReadonlyMap<string, Step>>(new Map())
  const [filesDone, setFilesDone] = useState(0)
  const [isLost, setLost] = useState(false)
  const [refusal, setRefusal] = useState<Pick<Refusal, 'message' | 'details'>>()
  useEffect(() => {
    const leaving = new AbortController()
    const onProgress = ({ file, step, filesDone }: AuditProgressBody) => {
      setSteps((before) => new Map(before).set(file, step))
      setFilesDone(filesDone)
    }
    const onStatus = (next: AuditStatusBody) => {
      setStatus(next)
      setFilesDone(next.filesDone)
    }
    watch(auditId, { onStatus, onProgress, onLine: setLost, signal: leaving.signal }).then(
      (last) => {
        if (last.status === 'done') openReport(auditId)
        else
          setRefusal({
            message: last.error?.message ?? 'The audit failed.',
            details: (last.error?.details ?? []) as never,
          })
      },
      (error) => {
        if (!leaving.signal.aborted)
          setRefusal(error instanceof Refusal ? error : { message: String(error), details: [] })
      },
    )
    return () => leaving.abort()
  }, [auditId])
  if (refusal) {
    return (
      <>
        <RefusalNotice title="The audit has no result." refusal={refusal} />
        <button type="button" class="primary" onClick={onLeave}>
          Back
        </button>
      </>
    )
  }
  const fileCount = status?.fileCount ?? 0
  const stop = async () => {
    await request(`v1/audits/${auditId}`, { method: 'DELETE' }).catch(() => {})
    onLeave()
  }
  return (
    <section class="card running" aria-labelledby="running-title">
      <h2 id="running-title">{status?.status === 'queued' ? 'Waiting for its turn' : 'Listening'}</h2>
      <progress max={Math.max(1, fileCount)} value={filesDone} aria-label="Files analysed" />
      <p role="status">
        {filesDone} of {counted(fileCount, 'file')} analysed.
        {isLost && ' The connection is lost; the audit goes on, and this page finds its way back.'}
      </p>
      <p class="quiet">You may close this page: the audit goes on, and is found under Audits.</p>
      <ul class="steps">
        {[...steps].reverse().map(([file, step]) => (
          <li key={file} class={step === 'heard' || step === 'remembered' ? 'is-done' : undefined}>
            <FileName name={file} /> <span class="quiet">{stepTexts[step]}</span>
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" onClick={stop}>
          Stop and delete
        </button>
        <a href={address('audits')}>All audits</a>
      </div>
      {fileCount === 0 && !isLost && <Notice kind="info" title="Looking for the audit…" />}
    </section>
  )
}

async function openReport(auditId: string): Promise<void> {
  const { reportUrl } = await ownAudit(auditId)
  location.assign(reportUrl ? onThisHost(reportUrl) : address(`report/${auditId}`))
}
