/** The rows of the first table under a heading, header first, without the line below it. */
export function tableUnder(text: string, heading: string): string[][] {
  const section = text.split(`${heading}\n`)[1] ?? ''
  const rows: string[][] = []
  for (const line of section.split('\n')) {
    if (line.startsWith('|')) rows.push(cellsOf(line))
    else if (rows.length > 0 || line.startsWith('#')) break
  }
  // The second row is the line below the header.
  return rows.filter((_, index) => index !== 1)
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
