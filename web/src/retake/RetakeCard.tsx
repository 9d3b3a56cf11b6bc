import { useMemo, useRef, useState } from 'preact/hooks'
import type { Audit } from '../api/audit.js'
import { nameAudit } from '../api/audits.js'
import { referenceObstacles } from '../new/cast.js'
import { DropZone } from '../new/DropZone.js'
import { FileButton } from '../new/FileButton.js'
import { type GatheredFile, isAudio } from '../new/gather.js'
import { idempotencyKey } from '../new/idempotency-key.js'
import { KeptVoiceChoice } from '../new/KeptVoiceChoice.js'
import { formOf } from '../new/plan.js'
import type { PlannedReference, ReferenceSource } from '../new/planned.js'
import { ReferenceList } from '../new/ReferenceList.js'
import { send } from '../new/send.js'
import { useLeavingAsked } from '../new/use-leaving-asked.js'
import { watchAddress } from '../new/use-watched.js'
import { visible } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { counted } from '../parts/numbers.js'
import { onThisHost, settings } from '../settings.js'
import { openNext } from '../shell/places.js'
import { filesAgain, matchedFiles, planOf, referencedVoices, referenceFor, retakeCredits } from './retake.js'
import '../styles/new.css'

/** As the service takes it; see src/server/schemas/audit-list.ts. */
const MOST_NAME_CHARS = 120

interface RetakeCardProps {
  audit: Audit
  /** Names of the files that are to be regenerated, less those that a review keeps. */
  wanted: string[]
}

/** Takes the files that were made anew and audits the batch again. */
export function RetakeCard({ audit, wanted }: RetakeCardProps) {
  const [gathered, setGathered] = useState<GatheredFile[]>([])
  const [state, setState] = useState<'choosing' | 'fetching' | 'sending'>('choosing')
  const [done, setDone] = useState(0)
  const [fault, setFault] = useState('')
  const stopping = useRef<AbortController>(null)
  const matched = useMemo(() => matchedFiles(audit.fileNames, gathered), [audit, gathered])
  const { byIndex, strangers } = matched
  const [references, setReferences] = useState<PlannedReference[]>([])
  const plan = { ...planOf(audit), references }
  const oldCount = audit.fileCount - byIndex.size
  const replaced = new Set([...byIndex.keys()].map((index) => audit.fileNames[index]))
  const stillWanted = wanted.filter((file) => !replaced.has(file))
  const voices = referencedVoices(audit)
  const withoutReference = voices.filter((voice) => !references.some((each) => each.voice.trim() === voice))
  const addReferences = (sources: ReferenceSource[]) =>
    setReferences([...references, ...sources.map((source) => referenceFor(source, withoutReference))])
  const inTheWay = referenceObstacles(plan)
  const attempt = useMemo(idempotencyKey, [gathered, references])
  useLeavingAsked(state === 'sending')
  const begin = async () => {
    setFault('')
    setDone(0)
    setState('fetching')
    const leaving = new AbortController()
    stopping.current = leaving
    try {
      const files = await filesAgain(audit, matched, {
        urls: audit.audioUrls.map(onThisHost),
        onFetched: setDone,
        signal: leaving.signal,
      })
      setState('sending')
      const auditId = await send({
        ...formOf(plan, files),
        idempotencyKey: attempt,
        onProgress: setDone,
        signal: leaving.signal,
      })
      if (audit.name !== undefined) await nameAudit(auditId, againName(audit.name)).catch(() => {})
      openNext(watchAddress(auditId, audit.auditId))
    } catch (error) {
      if (!leaving.signal.aborted) setFault((error as Error).message)
      setState('choosing')
    }
  }
  return (
    <section class="card" aria-labelledby="retake-title">
      <h2 id="retake-title">Check the retakes</h2>
      <p>
        Add the files that you have regenerated, under the same names. The other files come from this audit,
        and the whole batch is judged again.
      </p>
      {state === 'choosing' && (
        <DropZone onFiles={(files) => setGathered([...gathered, ...files.filter(isAudio)])} />
      )}
      {strangers.length > 0 && (
        <Notice kind="info" title="Some files are not used: no file of this audit has their name.">
          <bdi>{strangers.map(visible).join(', ')}</bdi>
        </Notice>
      )}
      {byIndex.size > 0 && (
        <p role="status">
          <strong>{counted(byIndex.size, 'new file')}</strong> of {counted(audit.fileCount, 'file')}, up to{' '}
          {counted(retakeCredits(plan, byIndex.size, oldCount, settings.cachedPrice), 'credit')}.{' '}
          {stillWanted.length > 0
            ? `${counted(stillWanted.length, 'file')} to regenerate ${stillWanted.length === 1 ? 'is' : 'are'} not among them: ${stillWanted.slice(0, 3).map(visible).join(', ')}${stillWanted.length > 3 ? '…' : ''}`
            : 'That is every file to regenerate.'}
        </p>
      )}
      {voices.length > 0 && state === 'choosing' && (
        <>
          <p>
            This audit held {voices.length === 1 ? 'the files' : 'voices'} against references, which are not
            part of it. Add them again to have the new files held against them too.
            {withoutReference.length > 0 && (
              <>
                {' '}
                Missing: <bdi>{withoutReference.map(visible).join(', ')}</bdi>.
              </>
            )}
          </p>
          <ReferenceList references={references} onChange={setReferences} />
          <FileButton
            label="Add a reference recording"
            isMany
            onFiles={(added) => addReferences(added.map((file) => ({ file })))}
          />
          <KeptVoiceChoice onChoice={(keptName) => addReferences([{ keptName }])} />
          {inTheWay.map((text) => (
            <p key={text} class="obstacle">
              <bdi>{text}</bdi>
            </p>
          ))}
        </>
      )}
      {fault && (
        <Notice kind="error" title="The audit was not started.">
          {visible(fault)}
        </Notice>
      )}
      <div class="actions">
        {state === 'choosing' ? (
          <button
            type="button"
            class="primary"
            disabled={byIndex.size === 0 || inTheWay.length > 0}
            onClick={begin}
          >
            Audit the batch again
          </button>
        ) : (
          <>
            <span role="status">
              {state === 'fetching'
                ? `Collecting the other files: ${done} of ${oldCount}`
                : 'Sending the batch…'}
            </span>
            <button type="button" onClick={() => stopping.current?.abort()}>
              Cancel
            </button>
          </>
        )}
      </div>
    </section>
  )
}

function againName(name: string): string {
  return `${name.slice(0, MOST_NAME_CHARS - 10)} (retakes)`
}
