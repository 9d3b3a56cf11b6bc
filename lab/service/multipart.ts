export interface FormPart {
  name: string
  value: string | Buffer
  /** Makes it a file. Written into the header as it is. */
  filename?: string
  type?: string
}

export const BOUNDARY = 'a-boundary-of-the-tests'

/** A form as it goes over the wire. */
export function multipart(parts: FormPart[]): { headers: Record<string, string>; body: Buffer } {
  const pieces = parts.flatMap(({ name, value, filename, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    value,
    '\r\n',
  ])
  const body = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string)))
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, body }
}

export function file(filename: string, value: Buffer | string): FormPart {
  return { name: 'files', filename, value, type: 'application/octet-stream' }
}

export function field(name: string, value: string): FormPart {
  return { name, value }
}
