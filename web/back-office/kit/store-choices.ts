import { useQuery } from '@tanstack/react-query'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { rememberedQueryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type GuardedEndpoint, useMay } from '#web/kit/session/use-may.ts'

/** A store for stock work: published or not. */
export type StockStore = {
  id: number
  name: string
  time_zone: string
}

/** The names of the stores in which the user has any right. Stock is counted where the network is bad: the last known names stay available. */
export const useStoresToChoose = () =>
  useQuery({ ...rememberedQueryFor(adminStores.choices), meta: { handlesOwnError: true } })

/** Every store in which the user may make the call, published or not; archived ones come last, marked as archived. */
export function useStoreChoices(endpoint: GuardedEndpoint) {
  const { t } = useTranslation()
  const { data } = useStoresToChoose()
  const may = useMay()
  return data
    ?.filter(({ id }) => may(endpoint, id))
    .map(store => ({
      ...store,
      name: store.status === 'archived' ? t('adminStores.archivedName', { name: store.name }) : store.name,
    }))
}
