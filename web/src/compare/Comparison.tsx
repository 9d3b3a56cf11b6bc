import type { Audit } from '../api/audit.js'
import { FileName, visible } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { counted, dateTime, score } from '../parts/numbers.js'
import { checkTitles } from '../report/words.js'
import { address } from '../settings.js'
import { BeforeAndAfter } from './BeforeAndAfter.js'
import { changesBetween, type FileChange } from './changes.js'

export function Comparison({ before, after }: { before: Audit; after: Audit }) {
  const { fixed, appeared, remaining, unharmed, onlyBefore, onlyAfter, scores } = changesBetween(
    before,
    after,
  )
  const isShared = fixed.length + appeared.length + remaining.length + unharmed > 0
  return (
    <>
      <section class="card" aria-labelledby="scores-title">
        <h2 id="scores-title">
          {counted(fixed.length, 'file')} fixed, {remaining.length} still to regenerate, {appeared.length}{' '}
          newly flagged
        </h2>
        {after.name !== undefined && (
          <p class="quiet">
            <bdi>{visible(after.name)}</bdi>
          </p>
        )}
        <table class="scores">
          <thead>
            <tr>
              <th scope="col">Score</th>
              <th scope="col" class="number">
                <a href={address(`report/${before.auditId}`)}>Before</a>
                <span class="quiet when">{dateTime(before.createdAt)}</span>
              </th>
              <th scope="col" class="number">
                <a href={address(`report/${after.auditId}`)}>After</a>
                <span class="quiet when">{dateTime(after.createdAt)}</span>
              </th>
              <th scope="col" class="number">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            <ScoreRow name="Overall" before={before.score} after={after.score} />
            {scores.map(({ check, before, after }) => (
              <ScoreRow key={check} name={checkTitles[check]} before={before} after={after} />
            ))}
          </tbody>
        </table>
      </section>
      {!isShared && <Notice kind="info" title="The two audits have no file names in common." />}
      <Group id="fixed" title="Fixed" changes={fixed} />
      <Group id="remaining" title="Still to regenerate" changes={remaining} />
      <Group id="appeared" title="Newly flagged" changes={appeared} />
      <section class="card" aria-labelledby="rest-title">
        <h2 id="rest-title">Other files</h2>
        <p>{counted(unharmed, 'file')} passed both times.</p>
        <Names title="Only in the first audit" names={onlyBefore} />
        <Names title="Only in the second audit" names={onlyAfter} />
      </section>
    </>
  )
}

function ScoreRow({ name, before, after }: { name: string; before: number; after: number }) {
  const change = after - before
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{score(before)}</td>
      <td class="number">{score(after)}</td>
      <td class="number">
        {change > 0 ? '+' : change < 0 ? '\u2212' : ''}
        {score(Math.abs(change))}
      </td>
    </tr>
  )
}

interface GroupProps {
  id: string
  title: string
  changes: FileChange[]
}

function Group({ id, title, changes }: GroupProps) {
  if (changes.length === 0) return null
  return (
    <section class="card" aria-labelledby={id} data-testid={id}>
      <h2 id={id}>
        {title} <span class="count">{changes.length}</span>
      </h2>
      <ul class="regenerate">
        {changes.map((change) => (
          <li key={change.file}>
            <strong>
              <FileName name={change.file} />
            </strong>
            <BeforeAndAfter change={change} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Names({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <FileName name={name} />
          </li>
        ))}
      </ul>
    </>
  )
}
