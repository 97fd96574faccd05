import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { CheckInput } from '#web/kit/ui/check-input.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { MonthSection } from './month-section.tsx'
import { monthsOf } from './months-of.ts'
import { purchasesQuery } from './queries.ts'
import { useSetMailing } from './use-purchase-deeds.ts'

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
