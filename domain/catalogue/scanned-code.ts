import { parseGs1Code } from './gs1-code.ts'
import { hasValidCheckDigit } from './gtin.ts'

/** What scanners can put in front of a code to name its symbology (ISO/IEC 15424). */
const SYMBOLOGY_PREFIX = /^\](?:[A-Z]|[a-z])[0-9A-Za-z]/
export const withoutSymbology = (scanned: string): string => scanned.trim().replace(SYMBOLOGY_PREFIX, '')

/** The digits of a code with the two or five digits of the add-on beside it, as on newspapers. */
const WITH_ADD_ON = /^(?:\d{13}|\d{12})(?=(?:\d{2}|\d{5})$)/

/**
 * The digits of a product that a scanner's text contains: without the name of the symbology, an add-on, or the other data of a GS1
 * code, with as many digits as the code has under its bars. Text that names no product is unchanged, but for the symbology.
 */
export function toProductCode(scanned: string): string {
  const text = withoutSymbology(scanned)
  const gtin14 = text.length > 14 ? parseGs1Code(text)?.gtin14 : undefined
  if (gtin14 !== undefined) return gtin14.replace(/^0/, '')
  if (!/^\d+$/.test(text) || (text.length === 14 && hasValidCheckDigit(text))) return text
  const [main] = WITH_ADD_ON.exec(text) ?? []
  return main !== undefined && hasValidCheckDigit(main) ? main : text
}
