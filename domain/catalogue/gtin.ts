/** The GS1 modulo-10 check digit of the digits. Throws RangeError when the text is not only digits. */
export function checkDigit(digits: string): number {
  if (!/^\d+$/.test(digits)) throw new RangeError(`Not digits: ${digits}`)
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

export function hasValidCheckDigit(digits: string): boolean {
  return /^\d{2,}$/.test(digits) && checkDigit(digits.slice(0, -1)) === Number(digits.at(-1))
}

/** GTIN-8, UPC-A, GTIN-13 or GTIN-14 as 14 digits (spaces dropped), or undefined for any other text. */
export function normaliseGtin(code: string): string | undefined {
  const digits = code.replace(/\s/g, '')
  return /^(\d{8}|\d{12,14})$/.test(digits) ? digits.padStart(14, '0') : undefined
}

/**
 * The UPC-A that a UPC-E with its check digit represents (zeros are left out of it), or undefined for any other text. Eight digits
 * that are also a valid EAN-8 may be either.
 */
export function expandUpcE(code: string): string | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^[01]\d{7}$/.test(digits)) return undefined
  const last = Number(digits[6])
  // Of the digit system and the digits behind it, as many as come before the zeros.
  const digitCount = Math.min(Math.max(last, 2), 5) + 1
  const inserted = last < 3 ? `${last}0000` : last < 5 ? '00000' : `0000${last}`
  const upcA = digits.slice(0, digitCount) + inserted + digits.slice(digitCount, 6) + digits.slice(7)
  return hasValidCheckDigit(upcA) ? upcA : undefined
}

/**
 * A short code (EAN-8, UPC-A, UPC-E) with its 13 digits, as a scanner reads it, and one of 14 digits without its indicator 0, which
 * means one piece; any other text is unchanged.
 */
export function wholeEan(digits: string): string {
  // An EAN-8 hardly ever begins with 0. A scanner that reads one is understood all the same: `resolveScan` of barcode.ts tries both.
  const upcA = digits.startsWith('0') || !hasValidCheckDigit(digits) ? expandUpcE(digits) : undefined
  if (upcA !== undefined) return upcA.padStart(13, '0')
  if (!hasValidCheckDigit(digits)) return digits
  if (isPaddedGtin13(digits)) return digits.slice(1)
  return /^(\d{8}|\d{12})$/.test(digits) ? digits.padStart(13, '0') : digits
}

/** Whether a code of 14 digits is one of 13 with the indicator 0 in front. */
export const isPaddedGtin13 = (code: string): boolean => /^0\d{13}$/.test(code)
