import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'

/** "3,5 kg" */
export const amountText = (quantity: number, unit: string): string =>
  formatQuantity(thousandthsFromQuantity(quantity) ?? 0, unit)

type Placed = { unit: string; by_store: readonly { store_id: number; quantity: number }[] }
type Store = { id: number; name: string }

/** "Kylä 2 kg · Tila 1,5 kg": how much of it each store gets. */
export const placesText = ({ unit, by_store: places }: Placed, stores: readonly Store[]): string =>
  stores
    .flatMap(({ id, name }) => {
      const place = places.find(({ store_id: storeId }) => storeId === id)
      return place ? [`${name} ${amountText(place.quantity, unit)}`] : []
    })
    .join(' · ')
