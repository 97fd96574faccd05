import type { Lot } from '#domain/catalogue/lot.ts'
import { dayText } from '#domain/format/day-text.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

/** What a package names: its date, else its lot. */
export function lotText({ lot = '', bestBefore, useBy }: Lot, t: Translate): string {
  if (useBy !== undefined) return t('basket.useBy', { day: dayText(useBy) })
  return bestBefore === undefined ? lot : t('basket.bestBefore', { day: dayText(bestBefore) })
}

type PackageFields = { lot?: string | undefined; best_before?: string | undefined; use_by?: string | undefined }

/** What the package of an order's line named. */
export const toLot = ({ lot, best_before: bestBefore, use_by: useBy }: PackageFields): Lot => ({
  ...(lot !== undefined && { lot }),
  ...(bestBefore !== undefined && { bestBefore }),
  ...(useBy !== undefined && { useBy }),
})
