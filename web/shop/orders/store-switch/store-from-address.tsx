import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { waysToPay } from '#contract/payments/ways-to-pay.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
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
  return (
    <>
      <StoreSwitchQuestion {...question} isBusy={isBusy} />
      <PaymentNote />
    </>
  )
}

/** While the terminal of the chosen store is down: that the phone pays, or that nothing does. Asks once; checkout shows what is true then. */
function PaymentNote() {
  const { t } = useTranslation()
  const { user } = useSession()
  const id = user?.activeStoreId
  const { data } = useQuery({
    ...queryFor(waysToPay.get, { params: { id: String(id) } }),
    enabled: id != null,
    meta: { handlesOwnError: true },
  })
  if (!data?.is_terminal_down) return null
  return (
    <Panel tone="attention">
      <span role="status">{t(data.apps.length > 0 ? 'checkout.terminalAway' : 'checkout.nothingPays')}</span>
    </Panel>
  )
}
