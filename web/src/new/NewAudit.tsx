import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { nameAudit } from '../api/audits.js'
import { Refusal } from '../api/request.js'
import { Notice } from '../parts/Notice.js'
import { counted } from '../parts/numbers.js'
import { settings } from '../settings.js'
import { CastSettings } from './CastSettings.js'
import { ChooseChecks } from './ChooseChecks.js'
import { DropZone } from './DropZone.js'
import type { Draft } from './draft.js'
import { FileTable } from './FileTable.js'
import { type GatheredFile, isAudio, isText, sentNames } from './gather.js'
import { idempotencyKey } from './idempotency-key.js'
import { chosenChecks, formOf, mostCredits, obstacles, sentRecordings, withScriptCheck } from './plan.js'
import type { PlannedFile } from './planned.js'
import { RefusalNotice } from './RefusalNotice.js'
import { scriptsFor } from './scripts.js'
import { send } from './send.js'
import { TrySamples } from './TrySamples.js'
import { useLeavingAsked } from './use-leaving-asked.js'

/** As the service takes it; see src/server/schemas/audit-list.ts. */
const MOST_NAME_CHARS = 120

interface NewAuditProps {
  /** Undefined where the key of the session may not know. */
  credits: number | undefined
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  /** Begins by itself. */
  isDue: boolean
  onBegun: (auditId: string) => void
}

export function NewAudit({ credits, draft, onChange, isDue, onBegun }: NewAuditProps) {
  const { name, files } = draft
  const setFiles = (files: PlannedFile[]) => onChange({ files })
  const plan = useMemo(() => withScriptCheck(draft.plan, files), [draft.plan, files])
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
        voice: 'voice' in rest ? String(rest.voice) : '',
      })),
    )
    const ignored = gathered.filter((file) => !isAudio(file) && !isText(file)).length
    setFaults([...faults, ...(ignored > 0 ? [leftOutText(ignored)] : [])])
  }

  const begin = async (sent = files, idempotencyKey = attempt) => {
    setRefusal(undefined)
    setSentBytes(0)
    stopping.current = new AbortController()
    try {
      const auditId = await send({
        ...formOf(plan, sent),
        idempotencyKey,
        onProgress: setSentBytes,
        signal: stopping.current.signal,
      })
      // The audit runs under whichever name; it can be given one later.
      if (name.trim() !== '') await nameAudit(auditId, name.trim()).catch(() => {})
      onBegun(auditId)
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal(0, '', String(error)))
      setSentBytes(undefined)
    }
  }

  const price = mostCredits(plan, files.length)
  const recordings = sentRecordings(plan).length
  const inTheWay = obstacles(plan, files, { ...settings, credits: credits ?? Number.POSITIVE_INFINITY })
  const isSending = sentBytes !== undefined
  useLeavingAsked(isSending)
  useEffect(() => {
    if (isDue && inTheWay.length === 0) begin()
  }, [])
  // The browser's Back leaves the page while its files are being sent.
  useEffect(() => () => stopping.current?.abort(), [])
  return (
    <>
      {!isSending && <DropZone onFiles={add} />}
      {files.length === 0 && <TrySamples onFiles={add} />}
      {faults.length > 0 && (
        <Notice kind="info" title="Some files or scripts were not used.">
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
          hasCast={plan.hasCast}
          sentBytes={sentBytes}
          onChange={setFiles}
        />
      )}
      {!isSending && (
        <ChooseChecks plan={plan} files={files.length} onChange={(plan) => onChange({ plan })} />
      )}
      {!isSending && files.length > 0 && plan.checks.comparison && (
        <CastSettings
          plan={plan}
          files={files}
          onPlan={(change) => onChange({ plan: { ...plan, ...change } })}
          onFiles={setFiles}
          onFaults={setFaults}
        />
      )}
      {!isSending && files.length > 0 && (
        <section class="card">
          <label>
            Name (optional)
            <input
              maxLength={MOST_NAME_CHARS}
              value={name}
              placeholder="Shown in your list of audits"
              onInput={(event) => onChange({ name: event.currentTarget.value })}
            />
          </label>
        </section>
      )}
      {refusal && (
        <RefusalNotice
          title="The audit was not started."
          refusal={refusal}
          files={files}
          onGoOn={(rest) => {
            setFiles(rest)
            begin(rest, idempotencyKey())
          }}
        />
      )}
      <section class="card price" aria-labelledby="price-title">
        <div>
          <h2 id="price-title">{price === 0 ? 'No cost yet' : `Up to ${counted(price, 'credit')}`}</h2>
          <p class="quiet">
            {price > 0 &&
              `${counted(files.length, 'file')}, ${counted(chosenChecks(plan).length, 'check')}, 1 credit for each check on a file${recordings > 0 ? ` and for each of ${counted(recordings, 'reference recording')}` : ''}. `}
            A file that you have audited before costs {counted(settings.cachedPrice, 'credit')} per check.
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
            Cancel the upload
          </button>
        ) : (
          <button type="button" class="primary" disabled={inTheWay.length > 0} onClick={() => begin()}>
            Start the audit
          </button>
        )}
      </section>
    </>
  )
}

function leftOutText(count: number): string {
  return count === 1
    ? '1 file is neither audio nor text and was left out.'
    : `${count} files are neither audio nor text and were left out.`
}
