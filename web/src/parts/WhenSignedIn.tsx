import type { ComponentChildren } from 'preact'
import type { Session } from '../api/session.js'
import { LoadFailed } from './LoadFailed.js'
import { SignIn } from './SignIn.js'
import { useSession } from './use-session.js'

interface WhenSignedInProps {
  title: string
  children: (viewer: Session, refresh: () => void) => ComponentChildren
}

/** A page for whoever is signed in, and the way there for the others. */
export function WhenSignedIn({ title, children }: WhenSignedInProps) {
  const { viewer, fault, refresh } = useSession()
  return (
    <div class="page">
      <h1>{title}</h1>
      {viewer === undefined && fault && (
        <LoadFailed title="This page could not be loaded" error={fault} level={2} onAgain={refresh} />
      )}
      {viewer === undefined && !fault && (
        <p class="loading" role="status">
          Loading…
        </p>
      )}
      {viewer?.signedIn === false && <SignIn onSignedIn={refresh} />}
      {viewer?.signedIn && children(viewer, refresh)}
    </div>
  )
}
