import { useMutation } from '@tanstack/react-query'
import { purchases } from '#contract/orders/receipts.ts'
import { errorText, isSessionOver } from '#web/kit/api/api-error.ts'
import { callApi, requestUrl } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import css from './receipts.module.css'

/** A receipt as PDF, or by mail. Both need a network. */
export function ReceiptActions({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const mail = useMailReceipt(orderId)
  return (
    <div className={css.actions}>
      <SecondaryButton
        small
        component="a"
        href={requestUrl(purchases.pdf, { params: { id: String(orderId) } })}
        download
        disabled={!isOnline}
      >
        {t('purchases.pdf')}
      </SecondaryButton>
      <SecondaryButton small disabled={!isOnline} loading={mail.isPending} onClick={() => mail.mutate()}>
        {t('purchases.mail')}
      </SecondaryButton>
    </div>
  )
}

function useFailureNotice() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  return (error: unknown) => {
    // The session shows its own end.
    if (isSessionOver(error)) return
    notify({ id: 'purchase-failed', severity: 'error', text: errorText(error, t) ?? t('errors.unknown') })
  }
}

/** Mails a receipt to the shopper's own address. */
function useMailReceipt(id: number) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { user } = useSession()
  return useMutation({
    mutationFn: () => callApi(purchases.mail, { params: { id } }),
    onSuccess: () =>
      notify({ id: 'receipt-mailed', severity: 'success', text: t('purchases.mailed', { email: user?.email ?? '' }) }),
    onError: useFailureNotice(),
  })
}

/** Sets whether receipts are mailed automatically. */
export function useSetMailing() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  return useMutation({
    mutationFn: (mails_receipts: boolean) => callApi(purchases.setMailing, { body: { mails_receipts } }),
    onSuccess: async (_nothing, isOn) => {
      await awaitReload()
      notify({ id: 'mailing', severity: 'success', text: t(isOn ? 'purchases.mailingOn' : 'purchases.mailingOff') })
    },
    onError: useFailureNotice(),
  })
}
