import type { StockStore } from '#web/back-office/stock/stock-work/stock-store.ts'
import { useStoreChoices } from '#web/back-office/stores/admin-stores/queries.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useSearchParams } from '#web/kit/shell/link.tsx'

/** The store whose stock the product list shows: from the address, else the admin's active store, else the first. */
export function useShownStore(): {
  usual: StockStore | undefined
  shown: StockStore | undefined
  stores: readonly StockStore[]
} {
  const { activeStoreId } = useUser()
  const stores = useStoreChoices() ?? []
  const [params] = useSearchParams()
  const usual = stores.find(({ id }) => id === activeStoreId) ?? stores[0]
  const asked = Number(params.get('store') ?? usual?.id)
  return { usual, shown: stores.find(({ id }) => id === asked), stores }
}
