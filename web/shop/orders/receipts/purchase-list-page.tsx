import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Purchase } from '#contract/orders/receipts.ts'
import { monthText } from '#domain/format/day-names.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { purchasePath } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'
import { LaterIcon } from '#web/kit/ui/icons.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { useStoreTime } from '#web/shop/stores/stores/use-store-time.ts'
import { type MonthOfPurchases, monthsOf } from './months-of.ts'
import { purchasesQuery } from './queries.ts'
import { useSetMailing } from './receipt-actions.tsx'

function Mailing({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const isOnline = useOnline()
  const save = useSetMailing()
  return (
    <Panel>
      <CheckInput
        label={t('purchases.mailing')}
        hint={t('purchases.mailingHint', { email: user?.email ?? '' })}
        // The latest choice, until it is saved or refused.
        checked={save.isPending ? save.variables : isOn}
        disabled={!isOnline}
        onChange={wanted => save.mutate(wanted)}
      />
    </Panel>
  )
}

/** All of the shopper's purchases by month, newest first. */
export function PurchaseListPage() {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(purchasesQuery)
  const pages = data?.pages
  if (!pages && !error) return <FullScreenLoading label={t('common.loading')} />
  const months = monthsOf(pages ?? [])
  const [newest] = pages ?? []
  return (
    <Page title={t('purchases.title')}>
      {!pages && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {pages && months.length === 0 && (
        <EmptyState
          title={t('purchases.empty')}
          text={t('purchases.emptyText')}
          drawing={<EmptyDrawing of="receipt" />}
        />
      )}
      {months.map(month => (
        <MonthSection key={month.month} month={month} />
      ))}
      {hasNextPage && (
        <SecondaryButton fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('purchases.more')}
        </SecondaryButton>
      )}
      {newest && <Mailing isOn={newest.mails_receipts} />}
    </Page>
  )
}

const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 1,
  minHeight: 60,
  py: 1,
  pl: 2,
  pr: 1,
  color: 'inherit',
  textDecoration: 'none',
  '& > svg': { color: 'text.secondary' },
  '&:hover': { bgcolor: 'action.hover' },
  '&:hover > svg': { color: 'primary.main' },
  '&:active': { bgcolor: 'action.selected' },
  // The list clips what overflows it.
  '&:focus-visible': { outlineOffset: -4 },
} as const

// On a narrow phone, or with large text, the amount wraps below the store instead of breaking its name.
const told = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
} as const

const amounts = {
  display: 'flex',
  flexWrap: 'wrap',
  flexDirection: { xs: 'row', sm: 'column' },
  alignItems: { xs: 'center', sm: 'end' },
  columnGap: 1.5,
  rowGap: 0.5,
  fontVariantNumeric: 'tabular-nums',
} as const

function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation()
  const { id, store, paid_at: paidAt, total_amount: amount, refunded_amount: refunded, isPreorder } = purchase
  const timeText = useStoreTime(store.id)
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box component={Link} to={purchasePath(id)} sx={row}>
        <Box sx={told}>
          <Box sx={{ flex: '1 1 150px', minWidth: 0 }}>
            <Box sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{store.name}</Box>
            <Typography
              component="span"
              variant="body2"
              sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
            >
              {[timeText(paidAt), ...(isPreorder ? [t('purchases.preorder')] : [])].join(' · ')}
            </Typography>
          </Box>
          <Box sx={amounts}>
            <Box component="span" sx={{ fontWeight: 700, whiteSpace: 'nowrap' }}>
              {eurosText(amount)}
            </Box>
            {refunded > 0 && (
              <StatusPill tone="closed">{t('purchases.refunded', { amount: eurosText(refunded) })}</StatusPill>
            )}
          </Box>
        </Box>
        <LaterIcon size={20} />
      </Box>
    </Box>
  )
}

/** A month's purchases and their total. */
function MonthSection({ month }: { month: MonthOfPurchases }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { purchases: count, total_amount: total, items } = month
  return (
    <section aria-labelledby={id}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          columnGap: 2,
          mb: 1,
        }}
      >
        <Typography variant="h2" id={id}>
          {monthText(month.month, i18n.language)}
        </Typography>
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {t('purchases.month', { count, amount: eurosText(total) })}
        </Box>
      </Box>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          overflow: 'hidden',
        }}
      >
        {items.map(purchase => (
          <PurchaseRow key={purchase.id} purchase={purchase} />
        ))}
      </Box>
    </section>
  )
}
