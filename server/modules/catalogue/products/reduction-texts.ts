import type { LanguageCode } from '#contract/values.ts'
import { shortDayText } from '#domain/format/day-text.ts'
import type { Reduction } from './reductions.ts'

type Texts = { until: (day: string) => string; regular: (price: string) => string; lowest: (price: string) => string }

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    until: day => `Campaign until ${day}`,
    regular: price => `Normally ${price}`,
    lowest: price => `Lowest in the 30 days before: ${price}`,
  },
  fi: {
    until: day => `Kampanja ${day} asti`,
    regular: price => `Norm. ${price}`,
    lowest: price => `Alin 30 pv ennen kampanjaa ${price}`,
  },
  sv: {
    until: day => `Kampanj t.o.m. ${day}`,
    regular: price => `Ord. pris ${price}`,
    lowest: price => `Lägsta pris 30 dagar före kampanjen ${price}`,
  },
}

type Style = { language: LanguageCode; price: (cents: number) => string }

/** How a campaign is announced on phones and shelf labels: its last day, the regular price, the lowest one before it. */
export function reductionTexts({ until, regularCents, lowestCents }: Reduction, { language, price }: Style): string[] {
  const texts = TEXTS[language]
  return [
    texts.until(shortDayText(until)),
    texts.regular(price(regularCents)),
    ...(lowestCents === null ? [] : [texts.lowest(price(lowestCents))]),
  ]
}
