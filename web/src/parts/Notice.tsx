import type { ComponentChildren } from 'preact'

interface NoticeProps {
  kind: 'error' | 'info' | 'good'
  title: string
  children?: ComponentChildren
}

export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children && <div>{children}</div>}
    </div>
  )
}
