import { useQuery } from '@tanstack/react-query'
import { adminHome } from '#contract/administration/dashboard.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { queryFor } from '#web/kit/api/query-for.ts'

/** Home's reported codes: the part of its address that opens it there. */
export const CODES_HASH = '#codes'

/** How much waits in each section of the back office. Refetched each minute. */
export const useWaiting = () =>
  useQuery({
    ...queryFor(adminHome.waiting),
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
    meta: { isBackground: true, handlesOwnError: true },
  })
