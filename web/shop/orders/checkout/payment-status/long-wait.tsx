import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Order, orders } from '#contract/orders/orders.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useOperator } from '#web/kit/company/queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './payment-status.module.css'
import { useFailureNotice } from './use-payment-failure-notice.ts'

/** Stops waiting for an unknown outcome: the server emails it, and the app continues on the home page. */
function useAbandonPayment(onAbandoned: () => Promise<void>) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const navigate = useNavigate()
  return useMutation({
    // `onLeft` reloads what shows the order, once the home page is open.
    mutationFn: () => callApi(orders.abandonPayment, { reload: 'later' }),
    onSuccess: async () => {
      await navigate(PATHS.home)
      await onAbandoned()
      notify({ severity: 'info', text: t('pay.left') })
    },
    onError: error => {
      // The outcome came first, and is shown.
      if (!hasCode(error, 'order.noAttempt')) notifyFailure(error)
    },
  })
}

const LONG_MS = 60_000

/** True once `isSo` has been true for a minute. */
function useIsLong(isSo: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isSo) return undefined
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isSo])
  return isLong
}

function LeaveOffer({ order, onLeft: onAbandoned }: { order: Order; onLeft: (order: Order) => Promise<void> }) {
  const { t } = useTranslation()
  const id = useId()
  const leave = useAbandonPayment(() => onAbandoned(order))
  return (
    <Panel component="section" aria-labelledby={id} tone="attention">
      <Text variant="h2" id={id}>
        {t('pay.leaveTitle')}
      </Text>
      <Text role="status" className={css.leaveText}>
        {t('pay.leaveText', { email: order.customer_email })}
      </Text>
      <PrimaryButton loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('pay.leave')}
      </PrimaryButton>
    </Panel>
  )
}

type LongWaitProps = {
  order: Order | undefined
  isOffline: boolean
  onAbandoned: (order: Order) => Promise<void>
}

/**
 * After a minute without an outcome: the contact, and the way out of the full screen. Without a network the terminal shows the
 * outcome.
 */
export function LongWait({ order, isOffline, onAbandoned: onLeft }: LongWaitProps) {
  const { t } = useTranslation()
  // Loaded ahead: the network may be gone by the time it is needed.
  useOperator()
  const isOfflineLong = useIsLong(isOffline)
  const mayLeave = order?.payment?.state === 'asking' && order.payment.can_abandon
  if (order && mayLeave && !isOffline) {
    return (
      <div className={css.column}>
        <LeaveOffer order={order} onLeft={onLeft} />
        <ContactPanel />
      </div>
    )
  }
  if (!isOfflineLong) return null
  const app = order?.payment?.app ?? null
  return (
    <div className={css.column}>
      <Text role="status">{app === null ? t('pay.offlineLong') : t('pay.phoneOfflineLong', { app })}</Text>
      <ContactPanel />
    </div>
  )
}
