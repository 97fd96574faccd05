const SEPARATORS = [';', ',', '\t'] as const
type Separator = (typeof SEPARATORS)[number]

/** Decodes a file: UTF-16 if it has that byte order mark, else UTF-8 if valid, else Windows-1252. */
export function textOfFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const MOST_CELLS = 1_000

/** A row has more cells than any table; parsing stops before its end. */
export class RowTooLong extends Error {}

/** The rows of a CSV file, as in RFC 4180 and as spreadsheets write them; the first line determines the separator. */
export function* csvRows(text: string, separator?: Separator): Generator<string[]> {
  // Excel's own declaration of the separator, in a line before the table.
  const named = /^sep=([;,\t])\r?\n/i.exec(text)
  const used = SEPARATORS.find(each => each === named?.[1]) ?? separator ?? separatorOf(text)
  let row: string[] = []
  let at = named?.[0].length ?? 0
  while (at <= text.length) {
    if (row.length >= MOST_CELLS) throw new RowTooLong()
    const { cell, end } = cellAt(text, at, used)
    row.push(cell)
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (text[end] === used) continue
    yield row
    row = []
    if (at >= text.length) return
  }
}

/** The most frequent separator in the first line, outside quotes. */
function separatorOf(text: string): Separator {
  const firstLine = (/^(?:[^"\r\n]|"[^"]*")*/.exec(text.slice(0, 10_000))?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counts = SEPARATORS.map(each => firstLine.split(each).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';'
}

function cellAt(text: string, at: number, separator: Separator): { cell: string; end: number } {
  if (text[at] !== '"') {
    const end = endOfCell(text, at, separator)
    return { cell: text.slice(at, end), end }
  }
  const close = closingQuote(text, at + 1)
  const end = endOfCell(text, close + 1, separator)
  // Text after a closing quote is not valid CSV, but it is kept.
  return { cell: text.slice(at + 1, close).replaceAll('""', '"') + text.slice(close + 1, end), end }
}

function endOfCell(text: string, at: number, separator: Separator): number {
  for (let end = at; end < text.length; end++) {
    const sign = text[end]
    if (sign === separator || sign === '\n' || sign === '\r') return end
  }
  return text.length
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return text.length
}
