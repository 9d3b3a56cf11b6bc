import { useSession } from '../parts/use-session.js'
import { address } from '../settings.js'
import { Brand } from './Brand.js'

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
        <Brand />
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
