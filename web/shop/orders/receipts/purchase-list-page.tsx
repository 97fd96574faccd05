import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import type { Purchase, purchases } from '#contract/orders/receipts.ts'
import { monthText } from '#domain/format/day-names.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { purchasePath } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { LaterIcon } from '#web/kit/ui/icons.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { useStoreTime } from '#web/shop/stores/stores/use-store-time.ts'
import { prefetchNewest, purchasesQuery } from './queries.ts'
import { useSetMailing } from './receipt-actions.tsx'
import css from './receipts.module.css'

function MailedReceipts({ isOn }: { isOn: boolean }) {
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
        onChange={isChecked => save.mutate(isChecked)}
      />
    </Panel>
  )
}

/** All of the shopper's purchases by month, newest first. */
export function PurchaseListPage() {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(purchasesQuery)
  const pages = data?.pages
  const client = useQueryClient()
  const isOnline = useOnline()
  const [newest] = pages ?? []
  useEffect(() => {
    if (isOnline && newest) void prefetchNewest(client, newest.items)
  }, [client, isOnline, newest])
  if (!pages && !error) return <FullScreenLoading label={t('common.loading')} />
  const months = groupByMonth(pages ?? [])
  return (
    <Page title={t('purchases.title')}>
      {!pages && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {pages && months.length === 0 && (
        <EmptyState
          title={t('purchases.empty')}
          text={t('purchases.emptyText')}
          drawing={<EmptyDrawing subject="receipt" />}
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
      {newest && <MailedReceipts isOn={newest.mails_receipts} />}
    </Page>
  )
}

/** A purchase, with the way to its receipt. */
export function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation()
  const {
    id,
    store,
    paid_at: paidAt,
    total_amount: amount,
    refunded_amount: refunded,
    is_test: isTest,
    isPreorder,
  } = purchase
  const timeText = useStoreTime(store.id)
  return (
    <li className={css.purchase}>
      <Link to={purchasePath(id)} className={css.row}>
        <div className={css.told}>
          <div className={css.purchaseTexts}>
            <div className={css.storeName}>{store.name}</div>
            <Text as="span" variant="body2" className={css.purchaseTime}>
              {[timeText(paidAt), ...(isPreorder ? [t('purchases.preorder')] : [])].join(' · ')}
            </Text>
          </div>
          <div className={css.amounts}>
            <span className={css.purchaseAmount}>{eurosText(amount)}</span>
            {isTest && <StatusPill tone="attention">{t('purchases.testPayment')}</StatusPill>}
            {refunded > 0 && (
              <StatusPill tone="closed">{t('purchases.refunded', { amount: eurosText(refunded) })}</StatusPill>
            )}
          </div>
        </div>
        <LaterIcon size={20} />
      </Link>
    </li>
  )
}

/** A month's purchases and their total. */
function MonthSection({ month }: { month: MonthOfPurchases }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { purchases: count, total_amount: total, items } = month
  return (
    <section aria-labelledby={id}>
      <div className={css.monthHead}>
        <Text variant="h2" id={id}>
          {monthText(month.month, i18n.language)}
        </Text>
        <span className={css.monthTotal}>{t('purchases.month', { count, amount: eurosText(total) })}</span>
      </div>
      <ul className={css.purchases}>
        {items.map(purchase => (
          <PurchaseRow key={purchase.id} purchase={purchase} />
        ))}
      </ul>
    </section>
  )
}

type MonthOfPurchases = {
  /** yyyy-mm */
  month: string
  /** Of the whole month, including those not shown yet. */
  purchases: number
  total_amount: number
  items: Purchase[]
}

/** The list's pages grouped by month, newest first; a month that spans two pages is one group. */
export function groupByMonth(pages: readonly Answer<typeof purchases.list>[]): MonthOfPurchases[] {
  const items = Map.groupBy(
    pages.flatMap(page => page.items),
    ({ month }) => month,
  )
  // The newest page's sums take precedence.
  const sums = new Map(pages.flatMap(page => page.months).map(sum => [sum.month, sum]))
  return [...items].map(([month, monthPurchases]) => ({
    month,
    items: monthPurchases,
    purchases: sums.get(month)?.purchases ?? monthPurchases.length,
    total_amount: sums.get(month)?.total_amount ?? 0,
  }))
}
