import { useQuery } from '@tanstack/react-query'
import { terminals } from '#contract/payments/terminals.ts'
import { queryOf } from '#web/kit/api/query-of.ts'

/** The terminals of a store; undefined until loaded. */
export function useStoreTerminals(storeId: number | undefined) {
  const { data } = useQuery({ ...queryOf(terminals.list), enabled: storeId !== undefined })
  return data?.filter(({ store_id }) => store_id === storeId)
}
