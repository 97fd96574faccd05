import { thousandthsFromQuantity } from '#domain/quantity.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'

/** A quantity of the API with its unit. */
export const formatUnitQuantity = (quantity: number, unit: string, t: Translate): string =>
  quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t)

/** A quantity with its sign: "+12 pcs", "−3 kg". */
export function signedText(quantity: number, unit: string, t: Translate): string {
  const text = formatUnitQuantity(quantity, unit, t)
  return quantity > 0 ? `+${text}` : text
}
