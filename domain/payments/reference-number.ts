const WEIGHTS_FROM_RIGHT = [7, 3, 1] as const

/** The Finnish reference number (viitenumero) of an order id of 3 to 19 digits. Throws RangeError for other ids. */
export function referenceNumber(id: number | bigint): string {
  const digits = String(id)
  if (!/^[1-9]\d{2,18}$/.test(digits)) throw new RangeError(`A reference number needs 3 to 19 digits, not ${digits}`)
  return `${digits}${referenceCheckDigit(digits)}`
}

/** Whether the text is a reference number with a valid check digit, as printed (in groups) or plain. */
export function isReferenceNumber(text: string): boolean {
  const digits = text.replace(/\s/g, '')
  return /^[1-9]\d{3,19}$/.test(digits) && referenceCheckDigit(digits.slice(0, -1)) === Number(digits.at(-1))
}

/** In groups of five from the right, as on invoices: `1 23456 78907`. */
export function formatReferenceNumber(reference: string): string {
  return reference.replace(/\s/g, '').replace(/\B(?=(\d{5})+$)/g, ' ')
}

function referenceCheckDigit(digits: string): number {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const weight = WEIGHTS_FROM_RIGHT[index % WEIGHTS_FROM_RIGHT.length] ?? 0
      return total + Number(digit) * weight
    }, 0)
  return (10 - (sum % 10)) % 10
}
