import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type SupplierOrder, supplierOrders } from '#contract/preorders/supplier-orders.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { TitledPanel } from '#web/back-office/orders/admin-orders/titled-panel.tsx'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { FigureTable } from './figure-table.tsx'
import { LoadedData } from './loaded-data.tsx'
import { amountText, placesText } from './quantity-labels.ts'

function SentNotice({ order: { last, is_changed: isChanged } }: { order: SupplierOrder }) {
  const { t } = useTranslation()
  if (!last) return <StatusPill tone="attention">{t('adminPreorders.notSent')}</StatusPill>
  const values = { at: shopTimeText(last.sent_at), to: last.sent_to, by: last.by?.email ?? '–' }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', overflowWrap: 'anywhere' }}>
      <StatusPill tone={isChanged ? 'attention' : 'open'}>
        {isChanged ? t('adminPreorders.changedSince') : t('adminPreorders.upToDate')}
      </StatusPill>
      <Box sx={{ color: 'text.secondary' }}>{t('adminPreorders.sentAt', values)}</Box>
    </Box>
  )
}

function SupplierSection({ order, onSend }: { order: SupplierOrder; onSend: () => void }) {
  const { t } = useTranslation()
  const { supplier, lines, last, stores } = order
  const head = [t('adminPreorders.product'), t('adminPreorders.quantity')]
  return (
    <TitledPanel title={supplier.name}>
      <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <SentNotice order={order} />
        <FigureTable
          caption={supplier.name}
          headings={last ? [...head, t('adminPreorders.before')] : head}
          rows={lines.map(line => ({
            key: line.product_id,
            name: line.name,
            detail: stores.length > 1 && line.quantity > 0 ? placesText(line, stores, t) : undefined,
            cells: [
              <strong key="now">{amountText(line, t)}</strong>,
              line.before === null ? '–' : amountText({ ...line, quantity: line.before }, t),
            ],
          }))}
        />
        {supplier.email === null ? (
          <>
            <Box>{t('adminPreorders.noEmail')}</Box>
            <Button variant="outlined" component={Link} to={`${PATHS.suppliers}/${supplier.id}`}>
              {t('adminPreorders.addEmail')}
            </Button>
          </>
        ) : (
          <Button variant={last ? 'outlined' : 'contained'} onClick={onSend}>
            {t('adminPreorders.preview', { supplier: supplier.name })}
          </Button>
        )}
      </Box>
    </TitledPanel>
  )
}

/** What the event needs of each supplier, and the mails that order it. */
export function SupplierOrderView({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const query = { event_id: eventId }
  const orders = useQuery({ ...queryFor(supplierOrders.list, { query }), meta: { handlesOwnError: true } })
  const [sending, setSending] = useState<number>()
  return (
    <LoadedData query={orders}>
      {data => (
        <>
          {data.length === 0 && (
            <EmptyState title={t('adminPreorders.nothingBooked')} text={t('adminPreorders.nothingBookedText')} />
          )}
          {data.map(order => (
            <SupplierSection key={order.supplier.id} order={order} onSend={() => setSending(order.supplier.id)} />
          ))}
          {sending !== undefined && (
            <SendOrderDialog eventId={eventId} supplierId={sending} onClose={() => setSending(undefined)} />
          )}
        </>
      )}
    </LoadedData>
  )
}

type SendOrderDialogProps = {
  eventId: string
  supplierId: number
  onClose: () => void
}

const factsStyles = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: 2,
  rowGap: 0.5,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const

function ChangedWarning({ order: { last, is_changed: isChanged } }: { order: SupplierOrder }) {
  const { t } = useTranslation()
  if (!last) return null
  const values = { at: shopTimeText(last.sent_at), to: last.sent_to }
  const text = isChanged ? t('adminPreorders.send.changed', values) : t('adminPreorders.send.same', values)
  return <Alert severity={isChanged ? 'info' : 'warning'}>{text}</Alert>
}

/** Previews the mail to a supplier before it is sent. A repeated mail needs a confirmation. */
function SendOrderDialog({ eventId, supplierId, onClose }: SendOrderDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const { notify } = useNotices()
  const [isBusy, setBusy] = useState(false)
  const [isOther, setOther] = useState(false)
  const query = { event_id: eventId, supplier_id: supplierId }
  const { data } = useQuery({ ...queryFor(supplierOrders.preview, { query }), staleTime: 0, gcTime: 0 })
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
      if (!hasCode(error, 'record.changed'))
        notify({ id: 'order-failed', severity: 'error', text: errorText(error, t) ?? t('errors.unknown') })
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('adminPreorders.send.title')}</DialogTitle>
      <DialogContent tabIndex={0}>
        {data ? (
          <Box sx={{ display: 'grid', gap: 2 }}>
            {isOther && <Alert severity="warning">{t('adminPreorders.send.other')}</Alert>}
            <ChangedWarning order={data.order} />
            <Box component="dl" sx={factsStyles}>
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
