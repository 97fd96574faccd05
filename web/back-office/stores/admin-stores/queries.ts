import { useQuery } from '@tanstack/react-query'
import { SELLER_PARTS, type SellerPart } from '#contract/administration/seller.ts'
import { terminals } from '#contract/payments/terminals.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { storeSetup } from '#contract/stores/geocoding.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { toFormValues, toInput, type StoreFormValues } from './store-form-values.ts'

/** What this installation supports for stores; it changes only with the configuration. */
export const useStoreSetup = () => useQuery({ ...queryFor(storeSetup.get), staleTime: Infinity }).data

/** The terminals of a store; undefined until loaded. */
export function useStoreTerminals(storeId: number | undefined) {
  const { data } = useQuery({ ...queryFor(terminals.list), enabled: storeId !== undefined })
  return data?.filter(({ store_id }) => store_id === storeId)
}

/** Shows a store to shoppers or hides it, and saves other fields with that; does nothing if it is so already. */
export async function savePublished(
  id: number,
  changes: Pick<StoreFormValues, 'published'> & Partial<StoreFormValues>,
): Promise<void> {
  const store = await callApi(adminStores.get, { params: { id: String(id) } })
  if (store.published === changes.published) return
  const body = { ...toInput({ ...toFormValues(store), ...changes }), revision: store.revision }
  await callApi(adminStores.update, { params: { id }, body })
}

/** What a store needs before it is published, by a refusal to publish it; undefined for another error. */
export function missingParts(error: unknown): SellerPart[] | undefined {
  if (!hasCode(error, 'store.sellerMissing')) return undefined
  const parts: unknown = error.body['missing']
  return SELLER_PARTS.filter(part => Array.isArray(parts) && parts.includes(part))
}
