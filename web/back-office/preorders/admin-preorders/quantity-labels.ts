import { thousandthsFromQuantity } from '#domain/quantity.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'

type UnitQuantity = { quantity: number; unit: string }

/** "3,5 kg" */
export const amountText = ({ quantity, unit }: UnitQuantity, t: Translate): string =>
  quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t)

type PlacedQuantity = { unit: string; by_store: readonly { store_id: number; quantity: number }[] }
type Store = { id: number; name: string }

/** "Kylä 2 kg · Tila 1,5 kg": the quantity for each store. */
export const placesText = (
  { unit, by_store: places }: PlacedQuantity,
  stores: readonly Store[],
  t: Translate,
): string =>
  stores
    .flatMap(({ id, name }) => {
      const place = places.find(({ store_id: storeId }) => storeId === id)
      return place ? [`${name} ${amountText({ ...place, unit }, t)}`] : []
    })
    .join(' · ')
