import { formatDateTime, formatDeadline } from '#domain/format/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { useStores } from './queries.ts'

function useTimeZone(storeId: number | null | undefined): string {
  const { data } = useStores()
  return data?.find(({ id }) => id === storeId)?.time_zone ?? SHOP_TIME_ZONE
}

/** Formats instants in a store's time zone. */
export function useStoreTime(storeId: number | null | undefined): (instant: string) => string {
  const timeZone = useTimeZone(storeId)
  return instant => formatDateTime(new Date(instant), timeZone)
}

/** Formats a deadline in a store's time zone. */
export function useStoreDeadline(storeId: number | null | undefined): (instant: string) => string {
  const timeZone = useTimeZone(storeId)
  return instant => formatDeadline(new Date(instant), timeZone)
}
