import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type SupplierOrder, supplierOrders } from '#contract/preorders/supplier-orders.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf, queryOf } from '#web/kit/api/query-of.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

interface SendOrderDialogProps {
  eventId: string
  supplierId: number
  onClose: () => void
}

const facts = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: 2,
  rowGap: 0.5,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const

function Warning({ order: { last, is_changed: isChanged } }: { order: SupplierOrder }) {
  const { t } = useTranslation()
  if (!last) return null
  const said = { at: shopTimeText(last.sent_at), to: last.sent_to }
  const text = isChanged ? t('adminPreorders.send.changed', said) : t('adminPreorders.send.same', said)
  return <Alert severity={isChanged ? 'info' : 'warning'}>{text}</Alert>
}

/** Previews the mail to a supplier before it is sent. A repeated mail needs a confirmation. */
export function SendOrderDialog({ eventId, supplierId, onClose }: SendOrderDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const cache = useQueryClient()
  const { notify } = useNotices()
  const [isBusy, setBusy] = useState(false)
  const [isOther, setOther] = useState(false)
  const query = { event_id: eventId, supplier_id: supplierId }
  const { data } = useQuery({ ...queryOf(supplierOrders.preview, { query }), staleTime: 0, gcTime: 0 })
  const send = async () => {
    if (!data) return
    setBusy(true)
    const { lines, last } = data.order
    const quantities = lines.map(({ product_id, quantity }) => ({ product_id, quantity }))
    const body = { event_id: Number(eventId), supplier_id: supplierId, last_id: last?.id ?? null, quantities }
    try {
      await callApi(supplierOrders.send, { body })
      notify({ id: 'order-sent', severity: 'success', text: t('adminPreorders.send.done', { to: data.to ?? '' }) })
      onClose()
    } catch (error) {
      setBusy(false)
      setOther(hasCode(error, 'record.changed'))
      if (hasCode(error, 'record.changed'))
        await cache.invalidateQueries({ queryKey: queryKeyOf(supplierOrders.preview) })
      else notify({ id: 'order-failed', severity: 'error', text: errorText(error, t) ?? t('errors.unknown') })
    } finally {
      void cache.invalidateQueries({ queryKey: queryKeyOf(supplierOrders.list) })
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('adminPreorders.send.title')}</DialogTitle>
      <DialogContent tabIndex={0}>
        {data ? (
          <Box sx={{ display: 'grid', gap: 2 }}>
            {isOther && <Alert severity="warning">{t('adminPreorders.send.other')}</Alert>}
            <Warning order={data.order} />
            <Box component="dl" sx={facts}>
              <dt>{t('adminPreorders.send.to')}</dt>
              <dd>{data.to}</dd>
              <dt>{t('adminPreorders.send.replyTo')}</dt>
              <dd>{data.reply_to ?? t('adminPreorders.send.noReply')}</dd>
              <dt>{t('adminPreorders.send.subject')}</dt>
              <dd>{data.subject}</dd>
            </Box>
            <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', borderTop: 1, borderColor: 'divider', pt: 2 }}>
              {data.text}
            </Box>
          </Box>
        ) : (
          <Box sx={{ color: 'text.secondary' }}>{t('common.loading')}</Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <ActionButton variant="contained" disabled={!data} loading={isBusy} onClick={() => void send()}>
          {data?.order.last ? t('adminPreorders.send.again') : t('adminPreorders.send.confirm')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
