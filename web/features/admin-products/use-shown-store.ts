import { useSearchParams } from 'react-router'
import type { Store } from '#contract/stores.ts'
import { useUser } from '#web/features/session/session-provider.tsx'
import { useStores } from '#web/features/stores/queries.ts'

/** The store whose stock the list of products shows: the address's, else the one that the admin is in, else the first. */
export function useShownStore(): { usual: Store | undefined; shown: Store | undefined; stores: readonly Store[] } {
  const { activeStoreId } = useUser()
  const { data: stores = [] } = useStores()
  const [params] = useSearchParams()
  const usual = stores.find(({ id }) => id === activeStoreId) ?? stores[0]
  const asked = Number(params.get('store') ?? usual?.id)
  return { usual, shown: stores.find(({ id }) => id === asked), stores }
}
