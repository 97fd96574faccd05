import { useQuery } from '@tanstack/react-query'
import { operator } from '#contract/administration/company.ts'
import { rememberedQueryFor } from '#web/kit/api/query-for.ts'

/** The operator may publish new terms at any time. */
const FRESH_MS = 60_000

/** The operator of the stores, and the terms of purchase. A screen shows their failure itself. */
const operatorQuery = {
  ...rememberedQueryFor(operator.get),
  staleTime: FRESH_MS,
  meta: { handlesOwnError: true },
}

export const useOperator = () => useQuery(operatorQuery)
