// A reader of XML that takes nothing for granted: what is not well-formed is an error.
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
// Char of XML 1.0, section 2.2.
const legal = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u

export function parseXml(source: string): XmlElement {
  if (!legal.test(source)) throw new Error('a character that XML cannot have')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let at = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(source)?.[0].length ?? 0
  while (at < source.length) {
    const piece = /^(?:<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+))/.exec(source.slice(at))
    if (!piece) throw new Error(`not well-formed: ${source.slice(at, at + 60)}`)
    at += piece[0].length
    const [, closes, name, attributes, isEmpty, text] = piece
    const innermost = open.at(-1)!
    if (text !== undefined) {
      if (text.includes(']]>')) throw new Error('"]]>" in text')
      innermost.text += unescaped(text)
    } else if (closes) {
      if (innermost.name !== name) throw new Error(`${innermost.name} ends as ${name}`)
      open.pop()
    } else {
      const element: XmlElement = { name, attributes: attributesIn(attributes), children: [], text: '' }
      innermost.children.push(element)
      if (!isEmpty) open.push(element)
    }
  }
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== '')
    throw new Error('not one element')
  return root.children[0]
}

function attributesIn(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescaped(value)])
  if (new Set(found.map(([name]) => name)).size < found.length) throw new Error(`an attribute twice: ${text}`)
  return Object.fromEntries(found)
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));|&/g, (whole, code, name) => {
    if (code) return String.fromCodePoint(Number(code))
    if (!Object.hasOwn(references, name ?? '')) throw new Error(`no reference: ${whole}`)
    return references[name]
  })
}
