import { operator } from '#contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { rememberedQueryOf } from '#web/api/query-of.ts'

const HOUR_MS = 3_600_000

/** Who runs the stores, and the terms of purchase. A screen shows their failure itself. */
const operatorQuery = {
  ...rememberedQueryOf(operator.show),
  staleTime: HOUR_MS,
  meta: { showsOwnError: true },
}

export const useOperator = () => useQuery(operatorQuery)
