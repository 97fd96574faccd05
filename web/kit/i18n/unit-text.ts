import { formatQuantity } from '#domain/quantity.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

// The server stores units as Finnish shelves show them. Kilograms and litres are the same in every language.
export const TRANSLATED_UNITS = ['kpl', 'pkt', 'plo', 'prk', 'ps', 'rs', 'tlk', 'ltk', 'sk'] as const

const isTranslated = (unit: string): unit is (typeof TRANSLATED_UNITS)[number] =>
  TRANSLATED_UNITS.some(each => each === unit)

/** A unit in the interface's language, in the form for the quantity; a unit without a translation stays unchanged. */
export function unitText(unit: string, t: Translate, quantityThousandths = 1000): string {
  return isTranslated(unit) ? t(`units.${unit}`, { count: quantityThousandths / 1000 }) : unit
}

/** A quantity with its unit in the reader's language: "2 bottles", "1,255 kg". */
export function quantityText(quantityThousandths: number, unit: string, t: Translate): string {
  return formatQuantity(quantityThousandths, unitText(unit, t, quantityThousandths))
}
