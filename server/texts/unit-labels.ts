import type { LanguageCode } from '#contract/values.ts'
import { formatQuantity, THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { isTextKey, text } from '#server/texts/text.ts'

/** A quantity with its unit in words of the language: `2 bottles`, `1,255 kg`. */
export const quantityIn = (language: LanguageCode, quantityThousandths: number, unit: string): string =>
  formatQuantity(
    quantityThousandths,
    unitLabel(language, unit, quantityThousandths === THOUSANDTHS_PER_UNIT ? 'one' : 'other'),
  )

/** The singular of a unit, such as after a price: `/pc`. */
export const unitIn = (language: LanguageCode, unit: string): string => unitLabel(language, unit, 'one')

/** Units are stored as on Finnish shelves; kilograms and litres are the same in every language. */
function unitLabel(language: LanguageCode, unit: string, form: 'one' | 'other'): string {
  const key = `platform.units.${unit}_${form}`
  return isTextKey(key) ? text(language, key) : unit
}
