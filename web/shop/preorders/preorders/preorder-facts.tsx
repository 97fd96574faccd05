import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { daysText } from '#domain/format/day-text.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { useStoreDeadline, useStoreTime } from '#web/shop/stores/stores/use-store-time.ts'
import { preorderState, type PreorderState } from './preorder-state.ts'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Box>
    </div>
  )
}

const facts = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
  columnGap: 2,
  rowGap: 1.25,
  m: 0,
  mt: 1.5,
} as const

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
      <Typography variant="h2" sx={{ mt: 1.25 }}>
        {event.name}
      </Typography>
      <Box component="dl" sx={facts}>
        <Fact label={t('preorder.pickupDays')}>{daysText(event)}</Fact>
        <Fact label={t('preorder.pickupPlace')}>
          {store.name}
          {address !== undefined && <Box sx={{ fontWeight: 400 }}>{address}</Box>}
        </Fact>
        <Fact label={t('order.reference')}>{formatReferenceNumber(preorder.reference_number)}</Fact>
        {preorder.booked_at !== null && <Fact label={t('preorder.bookedAt')}>{timeText(preorder.booked_at)}</Fact>}
        {(may.change || may.cancel) && <Fact label={t('preorder.changeUntil')}>{deadlineText(event.order_until)}</Fact>}
      </Box>
    </Panel>
  )
}

const TONES = {
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
  return <StatusPill tone={TONES[state]}>{t(`preorder.state.${state}`)}</StatusPill>
}
