import { purchases } from '#contract/orders/receipts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { purchasesQuery } from './queries.ts'

function useTellFailure() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  return (error: unknown) => {
    // The session shows its own end.
    if (hasCode(error, 'session.required')) return
    notify({ id: 'purchase-failed', severity: 'error', text: errorText(error, t) ?? t('errors.unknown') })
  }
}

/** Mails a receipt to the shopper's own address. */
export function useMailReceipt(id: number) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { user } = useSession()
  return useMutation({
    mutationFn: () => callApi(purchases.mail, { params: { id } }),
    onSuccess: () =>
      notify({ id: 'receipt-mailed', severity: 'success', text: t('purchases.mailed', { email: user?.email ?? '' }) }),
    onError: useTellFailure(),
  })
}

/** Sets whether receipts are mailed automatically. */
export function useSetMailing() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mails_receipts: boolean) => callApi(purchases.setMailing, { body: { mails_receipts } }),
    onSuccess: async (_nothing, isOn) => {
      await client.invalidateQueries({ queryKey: purchasesQuery.queryKey })
      notify({ id: 'mailing', severity: 'success', text: t(isOn ? 'purchases.mailingOn' : 'purchases.mailingOff') })
    },
    onError: useTellFailure(),
  })
}
