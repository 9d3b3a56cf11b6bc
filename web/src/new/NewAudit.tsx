import { useMemo, useRef, useState } from 'preact/hooks'
import { Refusal } from '../api/request.js'
import { Notice } from '../parts/Notice.js'
import { counted } from '../parts/numbers.js'
import { settings } from '../settings.js'
import { ChooseChecks } from './ChooseChecks.js'
import { DropZone } from './DropZone.js'
import { FileTable } from './FileTable.js'
import { type GatheredFile, isAudio, isText, sentNames } from './gather.js'
import { formOf, mostCredits, obstacles, type PlannedFile, usualPlan, withScriptCheck } from './plan.js'
import { RefusalNotice } from './RefusalNotice.js'
import { scriptsFor } from './scripts.js'
import { send } from './send.js'

interface NewAuditProps {
  /** Undefined where the key of the session may not know. */
  credits: number | undefined
  onBegun: (auditId: string) => void
}

export function NewAudit({ credits, onBegun }: NewAuditProps) {
  const [files, setFiles] = useState<PlannedFile[]>([])
  const [chosen, setPlan] = useState(usualPlan)
  const plan = useMemo(() => withScriptCheck(chosen, files), [chosen, files])
  const [faults, setFaults] = useState<string[]>([])
  const [refusal, setRefusal] = useState<Refusal>()
  const [sentBytes, setSentBytes] = useState<number>()
  const stopping = useRef<AbortController>(null)
  // The same for every try at the same audit: what has arrived after all is not charged twice.
  const attempt = useMemo(idempotencyKey, [files, plan])

  const add = async (gathered: GatheredFile[]) => {
    const known = new Set(files.map(({ path }) => path))
    const audio = [...files, ...gathered.filter((file) => isAudio(file) && !known.has(file.path))]
    const { byPath, faults } = await scriptsFor(audio, gathered.filter(isText))
    const names = sentNames(audio)
    setFiles(
      audio.map(({ path, file, ...rest }, at) => ({
        path,
        file,
        name: names[at],
        script: byPath.get(path) ?? ('script' in rest ? String(rest.script) : ''),
      })),
    )
    const ignored = gathered.filter((file) => !isAudio(file) && !isText(file)).length
    setFaults([...faults, ...(ignored > 0 ? [`${counted(ignored, 'file')} of other kinds left out.`] : [])])
  }

  const begin = async () => {
    setRefusal(undefined)
    setSentBytes(0)
    stopping.current = new AbortController()
    try {
      const { query, form } = formOf(plan, files)
      onBegun(
        await send({
          query,
          form,
          idempotencyKey: attempt,
          onProgress: setSentBytes,
          signal: stopping.current.signal,
        }),
      )
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal(0, '', String(error)))
      setSentBytes(undefined)
    }
  }

  const price = mostCredits(plan, files.length)
  const inTheWay = obstacles(plan, files, { ...settings, credits: credits ?? Number.POSITIVE_INFINITY })
  const isSending = sentBytes !== undefined
  return (
    <>
      {!isSending && <DropZone onFiles={add} />}
      {faults.length > 0 && (
        <Notice kind="info" title="Some of it could not be used.">
          <ul>
            {faults.map((fault) => (
              <li key={fault}>
                <bdi>{fault}</bdi>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {files.length > 0 && (
        <FileTable
          files={files}
          isScripted={plan.checks.scriptAccuracy || !plan.isScriptChosen}
          sentBytes={sentBytes}
          onChange={setFiles}
        />
      )}
      {!isSending && <ChooseChecks plan={plan} files={files.length} onChange={setPlan} />}
      {refusal && <RefusalNotice title="The audit was not begun." refusal={refusal} />}
      <section class="card price" aria-labelledby="price-title">
        <div>
          <h2 id="price-title">
            {price === 0 ? 'Nothing to pay yet' : `${counted(price, 'credit')} at most`}
          </h2>
          <p class="quiet">
            {counted(files.length, 'file')}, {price > 0 ? `${price / Math.max(1, files.length)} each; ` : ''}
            files that were audited before cost {settings.cachedPrice} a check.
            {credits !== undefined && ` You have ${counted(credits, 'credit')}.`}
          </p>
          {files.length > 0 &&
            inTheWay.map((text) => (
              <p key={text} class="obstacle">
                <bdi>{text}</bdi>
              </p>
            ))}
        </div>
        {isSending ? (
          <button type="button" onClick={() => stopping.current?.abort()}>
            Stop sending
          </button>
        ) : (
          <button type="button" class="primary" disabled={inTheWay.length > 0} onClick={begin}>
            Start the audit
          </button>
        )}
      </section>
    </>
  )
}

/** Not crypto.randomUUID: that is missing on plain http. */
function idempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
