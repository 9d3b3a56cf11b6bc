// Things that must not be guessed, and how they are compared.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 128 bits, 32 lower-case hex digits. */
export function newId(): string {
  return randomBytes(16).toString('hex')
}

/** What could be one; a text that could not may hold what the database refuses to compare with, such as a NUL. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** 240 bits, 40 characters that need no escape in an address. */
export function newToken(): string {
  return randomBytes(30).toString('base64url')
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** In a time that does not tell how much of the two is alike. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
