import type { LanguageCode } from '#contract/values.ts'
import { formatQuantity, THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'

type UnitLabel = readonly [one: string, others: string]

/**
 * Units are stored as on Finnish shelves; kilograms and litres are the same in every language. The web app uses the same words.
 */
const WORDS: Record<Exclude<LanguageCode, 'fi'>, Readonly<Record<string, UnitLabel>>> = {
  en: {
    kpl: ['pc', 'pcs'],
    pkt: ['pack', 'packs'],
    plo: ['bottle', 'bottles'],
    prk: ['jar', 'jars'],
    ps: ['bag', 'bags'],
    rs: ['box', 'boxes'],
    tlk: ['can', 'cans'],
    ltk: ['crate', 'crates'],
    sk: ['sack', 'sacks'],
  },
  sv: {
    kpl: ['st', 'st'],
    pkt: ['paket', 'paket'],
    plo: ['flaska', 'flaskor'],
    prk: ['burk', 'burkar'],
    ps: ['påse', 'påsar'],
    rs: ['ask', 'askar'],
    tlk: ['burk', 'burkar'],
    ltk: ['låda', 'lådor'],
    sk: ['säck', 'säckar'],
  },
}

/** A quantity with its unit in words of the language: `2 bottles`, `1,255 kg`. */
export function quantityIn(language: LanguageCode, quantityThousandths: number, unit: string): string {
  const [one, others] = getUnitLabels(language, unit)
  return formatQuantity(quantityThousandths, quantityThousandths === THOUSANDTHS_PER_UNIT ? one : others)
}

/** The singular of a unit, such as after a price: `/pc`. */
export const unitIn = (language: LanguageCode, unit: string): string => getUnitLabels(language, unit)[0]

const getUnitLabels = (language: LanguageCode, unit: string): UnitLabel =>
  (language === 'fi' ? undefined : WORDS[language][unit]) ?? [unit, unit]
