import { purchases } from '#contract/orders/receipts.ts'
import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { requestUrl } from '#web/kit/api/request-url.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { useMailReceipt } from './use-purchase-deeds.ts'

/** A receipt as PDF, or by mail. Both need a network. */
export function ReceiptActions({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const mail = useMailReceipt(orderId)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& > *': { flex: '1 1 140px' } }}>
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
    </Box>
  )
}
