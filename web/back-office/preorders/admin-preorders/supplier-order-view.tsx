import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { type SupplierOrder, supplierOrders } from '#contract/preorders/supplier-orders.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { Section } from '#web/back-office/orders/admin-orders/section.tsx'
import { shopTimeText } from '#domain/shop-date.ts'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Answered } from './answered.tsx'
import { FigureTable } from './figure-table.tsx'
import { amountText, placesText } from './quantity-words.ts'
import { SendOrderDialog } from './send-order-dialog.tsx'

function Sent({ order: { last, is_changed: isChanged } }: { order: SupplierOrder }) {
  const { t } = useTranslation()
  if (!last) return <StatusPill tone="attention">{t('adminPreorders.notSent')}</StatusPill>
  const said = { at: shopTimeText(last.sent_at), to: last.sent_to, by: last.by?.email ?? '–' }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', overflowWrap: 'anywhere' }}>
      <StatusPill tone={isChanged ? 'attention' : 'open'}>
        {isChanged ? t('adminPreorders.changedSince') : t('adminPreorders.upToDate')}
      </StatusPill>
      <Box sx={{ color: 'text.secondary' }}>{t('adminPreorders.sentAt', said)}</Box>
    </Box>
  )
}

function SupplierSection({ order, onSend }: { order: SupplierOrder; onSend: () => void }) {
  const { t } = useTranslation()
  const { supplier, lines, last, stores } = order
  const head = [t('adminPreorders.product'), t('adminPreorders.quantity')]
  return (
    <Section title={supplier.name}>
      <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <Sent order={order} />
        <FigureTable
          caption={supplier.name}
          head={last ? [...head, t('adminPreorders.before')] : head}
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
    </Section>
  )
}

/** What the event needs of each supplier, and the mails that order it. */
export function SupplierOrderView({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const query = { event_id: eventId }
  const orders = useQuery({ ...queryOf(supplierOrders.list, { query }), meta: { showsOwnError: true } })
  const [sending, setSending] = useState<number>()
  return (
    <Answered query={orders}>
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
    </Answered>
  )
}
