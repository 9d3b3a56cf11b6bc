import { Refusal } from '../api/request.js'
import { EmptyState } from './EmptyState.js'
import { visible } from './FileName.js'

interface LoadFailedProps {
  /** What is said where the service has answered and refused. */
  title: string
  error: Error
  level: 1 | 2 | 3
  onAgain: () => void
}

/** In place of what could not be loaded. */
export function LoadFailed({ title, error, level, onAgain }: LoadFailedProps) {
  const isGone = error instanceof Refusal && error.code === 'offline'
  return (
    <EmptyState
      picture="broken"
      title={isGone ? 'The service cannot be reached' : title}
      level={level}
      isError
      actions={
        <button type="button" class="primary" onClick={onAgain}>
          Try again
        </button>
      }
    >
      {isGone
        ? 'Check your connection. If you are online, the service may be restarting.'
        : visible(error.message)}
    </EmptyState>
  )
}
