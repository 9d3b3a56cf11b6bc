/** The same signed link with another first sign in its signature, whichever it had. */
export const forged = (link: string): string =>
  link.replace(/signature=(.)/, (_, sign: string) => `signature=${sign === 'A' ? 'B' : 'A'}`)
