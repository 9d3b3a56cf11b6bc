import type { CheckName } from '../api/audit.js'
import { counted } from '../parts/numbers.js'
import { checkTitles } from '../report/words.js'
import { type Plan, type SubCheck, subChecks, usualPlan } from './plan.js'

const explained: Record<CheckName, string> = {
  comparison: 'Do all files have the same voice, at the same volume?',
  quality: 'Garbled speech, noise, clicks, gaps, clipping and more.',
  pace: 'Do all files speak at the same speed?',
  scriptAccuracy: 'Does each file match its script, without reading [directions] aloud?',
}

const accuracies: [Plan['accuracy'], string, string][] = [
  ['standard', 'Standard', 'right for most batches'],
  ['high', 'High', 'more of each file is compared; takes twice as long'],
  ['highest', 'Highest', 'every method we have, for voices that are hard to tell apart'],
]

interface ChooseChecksProps {
  plan: Plan
  files: number
  onChange: (plan: Plan) => void
}

export function ChooseChecks({ plan, files, onChange }: ChooseChecksProps) {
  return (
    <section class="card" aria-labelledby="plan-title">
      <h2 id="plan-title">Checks</h2>
      <ul class="choices">
        {(Object.keys(checkTitles) as CheckName[]).map((name) => (
          <li key={name}>
            <label class="choice">
              <input
                type="checkbox"
                checked={plan.checks[name]}
                onChange={(event) =>
                  onChange({
                    ...plan,
                    checks: { ...plan.checks, [name]: event.currentTarget.checked },
                    isScriptChosen: plan.isScriptChosen || name === 'scriptAccuracy',
                  })
                }
              />
              <span>
                <strong>{checkTitles[name]}</strong>
                <span class="quiet"> {explained[name]}</span>
              </span>
              <span class="quiet cost">{files > 0 ? counted(files, 'credit') : '1 credit per file'}</span>
            </label>
          </li>
        ))}
      </ul>
      <details class="more-settings" open={isChanged(plan)}>
        <summary>More settings</summary>
        <MoreSettings plan={plan} onChange={onChange} />
      </details>
    </section>
  )
}

/** What most batches do without. */
function MoreSettings({ plan, onChange }: Pick<ChooseChecksProps, 'plan' | 'onChange'>) {
  return (
    <>
      {plan.checks.quality && <SubChecks plan={plan} onChange={onChange} />}
      {plan.checks.comparison && (
        <fieldset>
          <legend>How closely to compare voices</legend>
          {accuracies.map(([value, title, text]) => (
            <label key={value} class="choice">
              <input
                type="radio"
                name="accuracy"
                checked={plan.accuracy === value}
                onChange={() => onChange({ ...plan, accuracy: value })}
              />
              <span>
                {title}: <span class="quiet">{text}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <label class="threshold">
        <span>
          Sensitivity: files that differ by more than{' '}
          <strong>{Math.round(100 * plan.deviationThreshold)} %</strong> are flagged. A lower value flags more
          files; 15 % suits most batches.
        </span>
        <input
          type="range"
          min="0.05"
          max="0.5"
          step="0.01"
          value={plan.deviationThreshold}
          onInput={(event) => onChange({ ...plan, deviationThreshold: Number(event.currentTarget.value) })}
        />
      </label>
      <label class="choice">
        <input
          type="checkbox"
          checked={plan.forceFresh}
          onChange={(event) => onChange({ ...plan, forceFresh: event.currentTarget.checked })}
        />
        <span>
          Analyse every file again <span class="quiet">at full price, even if it is cached</span>
        </span>
      </label>
    </>
  )
}

/** Whoever comes back shall see what they have set. */
function isChanged({ accuracy, deviationThreshold, forceFresh, subChecks }: Plan): boolean {
  return (
    accuracy !== usualPlan.accuracy ||
    deviationThreshold !== usualPlan.deviationThreshold ||
    forceFresh ||
    Object.values(subChecks).includes(false)
  )
}

function SubChecks({ plan, onChange }: Pick<ChooseChecksProps, 'plan' | 'onChange'>) {
  return (
    <details class="sub-checks">
      <summary>Which sound faults count</summary>
      <p class="quiet">
        If your audio contains intentional music, jingles or sound effects, turn off garbled speech and static
        noise: effects can be mistaken for them.
      </p>
      <ul>
        {(Object.keys(subChecks) as SubCheck[]).map((name) => (
          <li key={name}>
            <label class="choice">
              <input
                type="checkbox"
                checked={plan.subChecks[name]}
                onChange={(event) =>
                  onChange({ ...plan, subChecks: { ...plan.subChecks, [name]: event.currentTarget.checked } })
                }
              />
              <span>{subChecks[name]}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
