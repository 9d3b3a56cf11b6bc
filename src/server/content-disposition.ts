/** As RFC 8187 has it: everything but letters and digits is escaped, so that no name can break out of the header. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const escaped = encodeURIComponent(wellFormed(name)).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${kind}; filename*=UTF-8''${escaped}`
}

/** Half of a surrogate pair cannot be written in UTF-8. */
function wellFormed(name: string): string {
  return Buffer.from(name).toString()
}
