/** A name from outside: kept apart from the direction of the text around it, and shown with what cannot be seen. */
export function FileName({ name }: { name: string }) {
  return <bdi class="file-name">{visible(name)}</bdi>
}

/** Control and direction marks are shown as a sign, so that a name cannot pretend to be another. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
