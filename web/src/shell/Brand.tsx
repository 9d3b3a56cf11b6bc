export function Brand() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M7 13v6M12 9v14M17 6v20M22 11v10M27 14v4" />
      </svg>
      Audio Audit
    </>
  )
}
