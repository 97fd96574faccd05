/** The width of a text of size 1, in the unit of the size. */
export type MeasureWidth = (text: string, style: { isBold: boolean }) => number

type TextRoom = { width: number; height: number; max: number; min: number }

/** From one baseline to the next, for a size of 1. */
export const LINE_HEIGHT = 1.15
const STEP = 0.1

/**
 * Breaks a text into lines, as large as the room allows. No word is cut: text that is too long even in the smallest size
 * ends with … after a whole word, and a word wider than the room reduces the size of the whole text further.
 */
export function fitLines(text: string, room: TextRoom, measure: MeasureWidth): { lines: string[]; size: number } {
  const words = text.split(/\s+/).filter(word => word !== '')
  const wide = (line: string) => measure(line, { isBold: true })
  const widest = Math.max(0, ...words.map(wide))
  const sizes = Array.from({ length: Math.floor((room.max - room.min) / STEP) + 1 }, (_, step) =>
    Number((room.max - step * STEP).toFixed(3)),
  )
  for (const size of sizes) {
    const lines = wrapWords(words, line => wide(line) * size <= room.width)
    if (lines.length <= maxLines(room, size) && widest * size <= room.width) return { lines, size }
  }
  const size = widest > 0 ? Math.min(room.min, room.width / widest) : room.min
  const fits = (line: string) => wide(line) * size <= room.width * 1.000_001
  return { lines: shortenLines(wrapWords(words, fits), maxLines(room, size), fits), size }
}

const maxLines = ({ height }: TextRoom, size: number) => Math.max(1, Math.floor(height / (size * LINE_HEIGHT) + 1e-9))

function wrapWords(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function shortenLines(lines: string[], max: number, fits: (line: string) => boolean): string[] {
  if (lines.length <= max) return lines
  let last = (lines[max - 1] ?? '').split(' ')
  while (last.length > 1 && !fits(`${last.join(' ')} …`)) last = last.slice(0, -1)
  return [...lines.slice(0, max - 1), fits(`${last.join(' ')} …`) ? `${last.join(' ')} …` : last.join(' ')]
}
