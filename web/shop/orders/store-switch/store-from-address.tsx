import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { forgetRequestedStore, wantedStore } from './requested-store.ts'
import { StoreSwitchQuestion, useStoreSwitch } from './store-switch-question.tsx'

/** Chooses the store of the door sign that the shopper scanned. A basket of another store is not emptied without a question. */
export function StoreFromAddress() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { user } = useSession()
  const { data: stores } = useStores()
  const { choose, isBusy, ...question } = useStoreSwitch(() => undefined)
  const enter = useEffectEvent((id: number) => {
    forgetRequestedStore()
    if (user?.activeStoreId === id) return
    const store = stores?.find(each => each.id === id)
    if (store) choose(store)
    else notify({ id: 'store-of-sign', severity: 'error', text: t('storeSwitch.signUnknown') })
  })
  const isReady = stores !== undefined && user !== undefined && user !== null
  useEffect(() => {
    const id = wantedStore()
    if (isReady && id !== undefined) enter(id)
  }, [isReady])
  return <StoreSwitchQuestion {...question} isBusy={isBusy} />
}
