import { useSession } from '../parts/use-session.js'
import { address } from '../settings.js'

const links = [
  ['new', 'New audit'],
  ['audits', 'Audits'],
  ['account', 'Account'],
] as const

/** Whoever was sent a report has no account here, and is offered none. */
export function Header({ place }: { place: string }) {
  const { viewer } = useSession()
  return (
    <header class="top">
      <a class="brand" href={address('new')}>
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M7 13v6M12 9v14M17 6v20M22 11v10M27 14v4" />
        </svg>
        Audio Audit
      </a>
      <nav aria-label="Main">
        {viewer?.signedIn &&
          links.map(([name, text]) => (
            <a key={name} href={address(name)} aria-current={name === place ? 'page' : undefined}>
              {text}
            </a>
          ))}
        <a href={address('docs')}>API docs</a>
      </nav>
    </header>
  )
}
