import type { ReactNode } from 'react'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { daysText } from '#domain/format/day-text.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { useStoreDeadline, useStoreTime } from '#web/shop/stores/stores/use-store-time.ts'
import css from './preorders.module.css'

function PreorderFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" variant="body2" soft>
        {label}
      </Text>
      <dd className={css.fact}>{children}</dd>
    </div>
  )
}

/** A pre-order's event, state, and pickup place and days. */
export function PreorderFacts({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const { event, store, may } = preorder
  const { data: stores } = useStores()
  const address = stores?.find(({ id }) => id === store.id)?.address
  const timeText = useStoreTime(store.id)
  const deadlineText = useStoreDeadline(store.id)
  return (
    <Panel tone="fresh">
      <PreorderPill preorder={preorder} />
      <Text variant="h2" className={css.pickupName}>
        {event.name}
      </Text>
      <dl className={css.facts}>
        <PreorderFact label={t('preorder.pickupDays')}>{daysText(event)}</PreorderFact>
        <PreorderFact label={t('preorder.pickupPlace')}>
          {store.name}
          {address !== undefined && <div className={css.address}>{address}</div>}
        </PreorderFact>
        <PreorderFact label={t('order.reference')}>{formatReferenceNumber(preorder.reference_number)}</PreorderFact>
        {preorder.booked_at !== null && (
          <PreorderFact label={t('preorder.bookedAt')}>{timeText(preorder.booked_at)}</PreorderFact>
        )}
        {(may.change || may.cancel) && (
          <PreorderFact label={t('preorder.changeUntil')}>{deadlineText(event.order_until)}</PreorderFact>
        )}
      </dl>
    </Panel>
  )
}

const STATUS_TONES = {
  checkout: 'attention',
  booked: 'open',
  delivered: 'attention',
  paying: 'attention',
  paid: 'open',
  unknown: 'danger',
  cancelled: 'closed',
  replaced: 'closed',
} as const satisfies Record<PreorderState, string>

/** A pre-order's state, in a word or two. */
export function PreorderPill({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const state = preorderState(preorder)
  return <StatusPill tone={STATUS_TONES[state]}>{t(`preorder.state.${state}`)}</StatusPill>
}

/** A pre-order's states for its shopper. */
export const PREORDER_STATES = [
  'checkout',
  'booked',
  'delivered',
  'paying',
  'paid',
  'unknown',
  'cancelled',
  'replaced',
] as const
type PreorderState = (typeof PREORDER_STATES)[number]

const OF_STATUS = {
  checkout: 'checkout',
  preorder_booked: 'booked',
  preorder_delivered: 'delivered',
  payment_pending: 'paying',
  complete: 'paid',
  error: 'unknown',
} as const satisfies Record<Preorder['status'], PreorderState>

type PreorderFacts = Pick<Preorder, 'status' | 'cancelled_at' | 'replaced_by'>

export function preorderState({
  status,
  cancelled_at: cancelledAt,
  replaced_by: replacedBy,
}: PreorderFacts): PreorderState {
  if (replacedBy !== null) return 'replaced'
  return cancelledAt === null ? OF_STATUS[status] : 'cancelled'
}

/** Ready ones before those still to come; otherwise in the server's order, soonest first. */
export const readyFirst = <P extends PreorderFacts>(list: readonly P[]): P[] =>
  list.toSorted((a, b) => Number(preorderState(b) === 'delivered') - Number(preorderState(a) === 'delivered'))
