import { wholeEan } from './gtin.ts'

const CODE_SEPARATORS = /[\n\r,;|/]+/

/** The codes in a text, each without spaces: of words that are separated only by spaces, each is a code if all have its length. */
export const separateCodes = (text: string): string[] =>
  text.split(CODE_SEPARATORS).flatMap(part => {
    const words = part.trim().split(/\s+/)
    const areCodes = words.length > 1 && words.every(word => /^\d{8,14}$/.test(word))
    return areCodes ? words : part.replaceAll(/\s/g, '') || []
  })

/** The further codes of a product as typed, one a line or with commas, short ones with their 13 digits; null: none. */
export function parseCodeList(text: string): string[] | null {
  const codes = separateCodes(text).map(wholeEan)
  return codes.length === 0 ? null : codes
}

/** The same as a text for a form. */
export const codeLines = (codes: readonly string[] | null): string => (codes ?? []).join('\n')
