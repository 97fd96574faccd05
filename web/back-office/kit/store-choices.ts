import { useQuery } from '@tanstack/react-query'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { rememberedQueryFor } from '#web/kit/api/query-of.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

/** A store for stock work: published or not. */
export type StockStore = {
  id: number
  name: string
  time_zone: string
}

/** The names of all stores. Stock is counted where the network is bad: the last known names stay available. */
export const useStoresToChoose = () =>
  useQuery({ ...rememberedQueryFor(adminStores.choices), meta: { handlesOwnError: true } })

/** Every store, published or not; archived ones come last, marked as archived. */
export function useStoreChoices() {
  const { t } = useTranslation()
  const { data } = useStoresToChoose()
  return data?.map(store => ({
    ...store,
    name: store.status === 'archived' ? t('adminStores.archivedName', { name: store.name }) : store.name,
  }))
}
