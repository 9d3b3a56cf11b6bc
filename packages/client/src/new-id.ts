const ID_BYTES = 16

/** 128 bits by chance, in hex. Unlike crypto.randomUUID it is there on pages without https, too. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  return hexOf(bytes)
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
