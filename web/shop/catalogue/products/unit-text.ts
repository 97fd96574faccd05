import { formatQuantity } from '#domain/quantity.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

// The server keeps units as they stand on Finnish shelves. Kilograms and litres read the same in every language.
export const TRANSLATED_UNITS = ['kpl', 'pkt', 'plo', 'prk', 'ps', 'rs', 'tlk', 'ltk', 'sk'] as const

const isTranslated = (unit: string): unit is (typeof TRANSLATED_UNITS)[number] =>
  TRANSLATED_UNITS.some(known => known === unit)

/** A unit in the interface's language, in the form that a quantity takes; a unit nobody has translated stays as it is. */
export function unitText(unit: string, t: Translate, quantityThousandths = 1000): string {
  return isTranslated(unit) ? t(`units.${unit}`, { count: quantityThousandths / 1000 }) : unit
}

/** A quantity with its unit, as the reader says it: "2 bottles", "1,255 kg". */
export function quantityText(quantityThousandths: number, unit: string, t: Translate): string {
  return formatQuantity(quantityThousandths, unitText(unit, t, quantityThousandths))
}
