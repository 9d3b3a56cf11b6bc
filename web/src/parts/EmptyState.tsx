import type { ComponentChildren } from 'preact'

/** A waveform without sound, a looking glass, a broken line, a lock. */
const pictures = {
  quiet:
    'M4 24h6M14 24v-2M14 24v2M20 24v-6M20 24v6M26 24v-10M26 24v10M32 24v-6M32 24v6M38 24v-2M38 24v2M42 24h2',
  search: 'M21 9a12 12 0 1 0 0 24 12 12 0 0 0 0-24M30 30l11 11',
  broken: 'M4 24h8l4-9 5 18M29 13l5 17 3-6h7M24 20l2 8',
  lock: 'M12 22h24v18H12zM17 22v-6a7 7 0 0 1 14 0v6M24 29v5',
} as const

interface EmptyStateProps {
  picture: keyof typeof pictures
  title: string
  /** Of the title: 1 where the page has no other. */
  level: 1 | 2 | 3
  /** Told at once to who has the page read aloud. */
  isError?: boolean
  children?: ComponentChildren
  actions?: ComponentChildren
}

/** In place of what is not there: what that means, and what can be done. */
export function EmptyState({ picture, title, level, isError, children, actions }: EmptyStateProps) {
  const Title = `h${level}` as 'h1' | 'h2' | 'h3'
  return (
    <section class={isError ? 'empty-state is-error' : 'empty-state'} role={isError ? 'alert' : 'status'}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d={pictures[picture]} />
      </svg>
      <Title>{title}</Title>
      {children && <div class="quiet">{children}</div>}
      {actions && <div class="actions">{actions}</div>}
    </section>
  )
}
