// The wire format of protocol buffers (https://protobuf.dev/programming-guides/encoding/), as much of it as an ONNX
// file needs: enough to take a graph apart and put another together without a library.

const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

export interface Field {
  number: number
  wireType: number
  /** Where the whole field lies in its message, tag included. */
  start: number
  end: number
  /** The content of a length-delimited field; empty for numbers. */
  content: Uint8Array
  /** The value of a varint field; 0 for the other kinds. */
  value: number
}

export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const readVarint = (): number => {
    let value = 0
    // Multiplication instead of shifts: lengths may pass 2^31.
    for (let scale = 1; ; scale *= 128) {
      if (at >= message.length) throw new Error('the protobuf ends inside a number')
      const byte = message[at++]
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const start = at
    const tag = readVarint()
    const wireType = tag % 8
    const number = Math.floor(tag / 8)
    let content = message.subarray(at, at)
    let value = 0
    if (wireType === wire.varint) value = readVarint()
    else if (wireType === wire.fixed64) at += 8
    else if (wireType === wire.fixed32) at += 4
    else if (wireType === wire.bytes) {
      const length = readVarint()
      content = message.subarray(at, at + length)
      at += length
    } else throw new Error(`unknown protobuf wire type ${wireType}`)
    if (at > message.length) throw new Error('a protobuf field is longer than its message')
    fields.push({ number, wireType, start, end: at, content, value })
  }
  return fields
}

export function fieldsOf(message: Uint8Array, number: number): Field[] {
  return readFields(message).filter((field) => field.number === number)
}

export function textsOf(message: Uint8Array, number: number): string[] {
  return fieldsOf(message, number).map((field) => new TextDecoder().decode(field.content))
}

export function textOf(message: Uint8Array, number: number): string {
  return textsOf(message, number)[0] ?? ''
}

export function bytesField(number: number, content: Uint8Array): Uint8Array {
  return concat([varint(number * 8 + wire.bytes), varint(content.length), content])
}

export function textField(number: number, text: string): Uint8Array {
  return bytesField(number, new TextEncoder().encode(text))
}

export function varintField(number: number, value: number): Uint8Array {
  return concat([varint(number * 8 + wire.varint), varint(value)])
}

export function floatField(number: number, value: number): Uint8Array {
  return concat([varint(number * 8 + wire.fixed32), new Uint8Array(Float32Array.of(value).buffer)])
}

function varint(value: number): Uint8Array {
  // A negative number would take ten bytes of two's complement; nothing written here needs one.
  if (!(Number.isSafeInteger(value) && value >= 0)) {
    throw new RangeError(`only whole numbers from 0 can be written, got ${value}`)
  }
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.from([...bytes, rest])
}

export function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
