import { wholeParts } from '#domain/money.ts'

/** One piece, kilogram or litre, in the stored unit of quantities. */
export const THOUSANDTHS_PER_UNIT = 1000

const NO_BREAK_SPACE = '\u00a0'
const finnishNumber = new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 3 })

/** Converts a decimal quantity to signed thousandths; undefined for over three decimals, NaN, infinities and unsafe sizes. */
export function thousandthsFromQuantity(quantity: number): number | undefined {
  return wholeParts(quantity, THOUSANDTHS_PER_UNIT)
}

export function quantityFromThousandths(quantityThousandths: number): number {
  return quantityThousandths / THOUSANDTHS_PER_UNIT
}

/** The same of a quantity that may be missing. */
export const quantityOrNull = (thousandths: number | null): number | null =>
  thousandths === null ? null : quantityFromThousandths(thousandths)

/** Thousandths in Finnish notation without trailing zeros: `1,155 kg`, `3`. */
export function formatQuantity(quantityThousandths: number, unit?: string | null): string {
  const text = finnishNumber.format(quantityFromThousandths(quantityThousandths) + 0)
  return unit ? `${text}${NO_BREAK_SPACE}${unit}` : text
}

/** Parses a typed number: comma or point, spaces and € ignored; undefined when it is not one number. */
export function parseDecimalInput(text: string): number | undefined {
  const compact = text.replace(/[\s€]/g, '').replace('\u2212', '-')
  if (!/^-?(\d+(?:[.,]\d*)?|[.,]\d+)$/.test(compact)) return undefined
  const value = Number(compact.replace(',', '.'))
  return Number.isFinite(value) ? value + 0 : undefined
}
