import type { PurchaseOrder } from '#contract/stock/purchase-orders.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** A sent order of which something came has a word of its own. */
const ORDER_STANDINGS = ['draft', 'sent', 'part', 'closed', 'cancelled'] as const
type OrderProgress = (typeof ORDER_STANDINGS)[number]

const STANDING_TONES = {
  draft: 'attention',
  sent: 'open',
  part: 'attention',
  closed: 'closed',
  cancelled: 'closed',
} as const

const getProgress = ({ state, partly_received: started }: PurchaseOrder): OrderProgress =>
  state === 'sent' && started > 0 ? 'part' : state

function progressText(standing: OrderProgress, t: Translate): string {
  const texts: Record<OrderProgress, string> = {
    draft: t('purchasing.states.draft'),
    sent: t('purchasing.states.sent'),
    part: t('purchasing.states.part'),
    closed: t('purchasing.states.closed'),
    cancelled: t('purchasing.states.cancelled'),
  }
  return texts[standing]
}

export const stateOptions = (t: Translate) =>
  (['draft', 'sent', 'closed', 'cancelled'] as const).map(value => ({ value, label: progressText(value, t) }))

/** How far an order is. */
export function OrderPill({ order }: { order: PurchaseOrder }) {
  const { t } = useTranslation()
  const standing = getProgress(order)
  return <StatusPill tone={STANDING_TONES[standing]}>{progressText(standing, t)}</StatusPill>
}
