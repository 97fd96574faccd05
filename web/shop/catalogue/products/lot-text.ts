import { lastDay, type Lot } from '#domain/catalogue/lot.ts'
import { dayText } from '#domain/format/day-text.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

/** As `Best before 31.12.2026`; empty without a date. */
export function lotDateText(lot: Lot, t: Translate): string {
  const day = lastDay(lot)
  return day === undefined
    ? ''
    : t(lot.useBy === undefined ? 'basket.bestBefore' : 'basket.useBy', { day: dayText(day) })
}

/** What a package names: its date, else its lot. */
export const lotText = (lot: Lot, t: Translate): string => lotDateText(lot, t) || (lot.lot ?? '')
