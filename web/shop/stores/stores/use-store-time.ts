import { formatDateTime, formatDeadline } from '#domain/format/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { useStores } from './queries.ts'

function useTimeZone(storeId: number | null | undefined): string {
  const { data } = useStores()
  return data?.find(({ id }) => id === storeId)?.time_zone ?? SHOP_TIME_ZONE
}

/** Writes moments as a store's clock shows them. */
export function useStoreTime(storeId: number | null | undefined): (instant: string) => string {
  const timeZone = useTimeZone(storeId)
  return instant => formatDateTime(new Date(instant), timeZone)
}

/** Until when something may be done, by a store's clock. */
export function useStoreDeadline(storeId: number | null | undefined): (instant: string) => string {
  const timeZone = useTimeZone(storeId)
  return instant => formatDeadline(new Date(instant), timeZone)
}
