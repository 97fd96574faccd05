import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { hasCode } from '#web/kit/api/api-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { receiptQuery } from './queries.ts'
import { ReceiptActions } from './receipt-actions.tsx'
import { Receipt } from './receipt.tsx'

/** One receipt, to read, print and mail. */
export function PurchasePage() {
  const { t } = useTranslation()
  const id = Number(useParams()['id'])
  const isId = Number.isSafeInteger(id) && id > 0
  const { data: receipt, error, refetch } = useQuery({ ...receiptQuery(id), enabled: isId })
  // Another shopper's receipt has the same response as one that doesn't exist, and either redirects home.
  if (!isId || hasCode(error, 'notFound')) return <Navigate to={PATHS.home} replace />
  if (!receipt && !error) return <FullScreenLoading label={t('common.loading')} />
  const toAll = (
    <SecondaryButton shape="quiet" component={Link} to={PATHS.purchases}>
      {t('purchases.all')}
    </SecondaryButton>
  )
  return (
    <Page title={t('purchases.receiptTitle', { number: String(id) })} aside={toAll}>
      {receipt && <ReceiptActions orderId={id} />}
      {receipt && <Receipt receipt={receipt} />}
      {!receipt && <LoadFailure error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}
