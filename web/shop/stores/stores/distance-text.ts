import { formatQuantity } from '#domain/quantity.ts'

const NEAR_STEP_METRES = 10
const KILOMETRE = 1000
const FAR_METRES = 10 * KILOMETRE

/** A readable distance: rounded to ten metres, then to a tenth of a kilometre, then to a kilometre. */
export function distanceText(metres: number): { unit: 'metres' | 'kilometres'; distance: string } {
  const rounded = Math.round(metres / NEAR_STEP_METRES) * NEAR_STEP_METRES
  if (rounded < KILOMETRE) return { unit: 'metres', distance: formatQuantity(rounded * 1000) }
  const step = metres < FAR_METRES ? KILOMETRE / 10 : KILOMETRE
  return { unit: 'kilometres', distance: formatQuantity(Math.round(metres / step) * step) }
}
