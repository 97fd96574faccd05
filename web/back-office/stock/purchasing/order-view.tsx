import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PurchaseOrderDetail, type PurchaseOrderLine, purchaseOrders } from '#contract/stock/purchase-orders.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { callApi, requestUrl } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderPill } from './order-labels.tsx'
import { sumCosts, linesToOrder, OrderCost, packsIn, PacksList, type TypedPacks } from './packs-list.tsx'

/** One purchase order. */
export function OrderView({ store, id }: { store: StockStore; id: string }) {
  const { data } = useQuery(queryFor(purchaseOrders.get, { params: { id } }))
  // After a save the form starts from the saved revision.
  return data ? <OrderDetails key={data.revision} store={store} order={data} /> : <RecordLoading />
}

type OrderProps = { store: StockStore; order: PurchaseOrderDetail }

function OrderDetails({ store, order }: OrderProps) {
  const { t } = useTranslation()
  const may = useMay()
  return (
    <Page
      title={t('purchasing.name', { id: String(order.id) })}
      lead={`${order.supplier.name} → ${order.store.name}`}
      width="wide"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <OrderPill order={order} />
          {may(purchaseOrders.pdf, order.store.id) && (
            <Button
              variant="outlined"
              component="a"
              href={requestUrl(purchaseOrders.pdf, { params: { id: order.id } })}
              target="_blank"
              rel="noopener"
            >
              {t('purchasing.pdf')}
            </Button>
          )}
          <Button variant="text" component={Link} to={stockPath({ store: store.id, order: 'all' })}>
            {t('purchasing.orders')}
          </Button>
        </Box>
      }
    >
      {order.state === 'draft' && may(purchaseOrders.update, order.store.id) ? (
        <DraftForm order={order} />
      ) : (
        <SentOrder store={store} order={order} />
      )}
      <RecordAuditLog kind="purchaseOrder" id={order.id} revision={order.revision} />
    </Page>
  )
}

const packsText = ({ ordered, pack }: PurchaseOrderLine): string => {
  const [all, one] = [thousandthsFromQuantity(ordered) ?? 0, thousandthsFromQuantity(pack) ?? 1]
  // The pack has changed since the order was saved: rounds up.
  return String(Math.ceil(all / one))
}

/** The lines and the message of a draft, and the ways to send it. */
function DraftForm({ order }: { order: PurchaseOrderDetail }) {
  const { t } = useTranslation()
  const start: TypedPacks = Object.fromEntries(order.lines.map(line => [line.product_id, packsText(line)]))
  const [typed, setTyped] = useState(start)
  const [note, setNote] = useState(order.note)
  const { isBusy, act } = useAction('purchaseOrder')
  const lines = linesToOrder(order.lines, typed)
  const isValid = order.lines.every(line => packsIn(typed[line.product_id]) !== undefined) && lines.length > 0
  const isDirty =
    note.trim() !== order.note ||
    order.lines.some(line => (typed[line.product_id] ?? '') !== (start[line.product_id] ?? ''))
  const save = () =>
    act(async () => {
      const body = { revision: order.revision, note, lines }
      await callApi(purchaseOrders.update, { params: { id: order.id }, body })
      return t('purchasing.saved')
    })
  return (
    <>
      <FormSection title={t('purchasing.lines')}>
        <WideField>
          <PacksList
            label={t('purchasing.lines')}
            lines={order.lines}
            typed={typed}
            onType={(productId, text) => setTyped(before => ({ ...before, [productId]: text }))}
          />
          <Box sx={{ mt: 2 }}>
            <OrderCost cost={sumCosts(order.lines, typed)} minOrder={order.min_order} />
          </Box>
        </WideField>
        <WideField>
          <TextArea label={t('purchasing.toSupplier')} value={note} onChange={setNote} />
        </WideField>
        {isDirty && (
          <ActionButton variant="contained" loading={isBusy} disabled={!isValid} onClick={() => void save()}>
            {t('purchasing.save')}
          </ActionButton>
        )}
      </FormSection>
      {!isDirty && <OrderActions order={order} />}
    </>
  )
}

/** What was ordered, what came, and the difference. */
function SentOrder({ store, order }: OrderProps) {
  const { t } = useTranslation()
  const { sent_at: at, sent_to: email } = order
  const time = at === null ? '' : formatDateTime(new Date(at), store.time_zone)
  return (
    <>
      {order.state === 'sent' && (
        <div style={{ maxWidth: 420 }}>
          <Button
            variant="contained"
            fullWidth
            component={Link}
            to={stockPath({ store: store.id, work: 'delivery', order: order.id })}
          >
            {t('purchasing.receive')}
          </Button>
        </div>
      )}
      <FormSection title={t('purchasing.facts')}>
        <WideField>
          {at !== null && (
            <Box>
              {t('purchasing.sent')}:{' '}
              {email === null ? t('purchasing.sentOther', { time }) : t('purchasing.sentTo', { time, email })}
            </Box>
          )}
          {order.note !== '' && <Box sx={{ whiteSpace: 'pre-line', mt: 1 }}>{order.note}</Box>}
          {order.value !== null && (
            <Box sx={{ mt: 1 }}>
              <OrderCost
                cost={{ count: order.products, euros: order.value, unpriced: order.unpriced }}
                minOrder={null}
              />
            </Box>
          )}
        </WideField>
      </FormSection>
      <FormSection title={t('purchasing.lines')}>
        <WideField>
          <Box component="ul" aria-label={t('purchasing.lines')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {order.lines.map(line => (
              <SentLine key={line.product_id} line={line} />
            ))}
          </Box>
        </WideField>
      </FormSection>
      <OrderActions order={order} />
    </>
  )
}

function SentLine({ line }: { line: PurchaseOrderLine }) {
  const { t } = useTranslation()
  const format = (quantity: number) => formatUnitQuantity(quantity, line.unit, t)
  const missing = line.ordered - line.received
  const quantity = format(Math.round(Math.abs(missing) * 1000) / 1000)
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 200px', fontWeight: 650 }}>
        {line.name}
        {line.code !== null && (
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary', ml: 1 }}>
            {line.code}
          </Box>
        )}
      </Box>
      <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', columnGap: 2, fontVariantNumeric: 'tabular-nums' }}>
        <span>
          {t('purchasing.quantity')} {format(line.ordered)}
        </span>
        <span>
          {t('purchasing.received')} {format(line.received)}
        </span>
        {line.received !== 0 && missing !== 0 && (
          <Box component="span" sx={{ fontWeight: 650 }}>
            {missing > 0 ? t('purchasing.missing', { quantity }) : t('purchasing.extra', { quantity })}
          </Box>
        )}
      </Box>
    </Box>
  )
}
