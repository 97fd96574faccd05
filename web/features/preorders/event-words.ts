import type { PreorderEvent } from '#contract/preorder-events.ts'
import { formatDateTime } from '#domain/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { useStores } from '#web/features/stores/queries.ts'

/** yyyy-mm-dd as dd.MM.yyyy. */
export const dayText = (isoDay: string): string => isoDay.split('-').toReversed().join('.')

type Days = Pick<PreorderEvent, 'start_date' | 'end_date'>

/** The days on which the goods are picked up: one, or from the first to the last, in one piece. */
export const daysText = ({ start_date: first, end_date: last }: Days): string =>
  first === last ? dayText(first) : `${dayText(first)}\u2060–\u2060${dayText(last)}`

/** Writes moments as a store's clock shows them. */
export function useStoreTime(storeId: number | null | undefined): (instant: string) => string {
  const { data } = useStores()
  const timeZone = data?.find(({ id }) => id === storeId)?.time_zone ?? SHOP_TIME_ZONE
  return instant => formatDateTime(new Date(instant), timeZone)
}
