import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Receipt as ReceiptOf, ReceiptLine, ReceiptPart } from '#contract/orders/receipts.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { linesTable } from '#web/kit/ui/lines-table.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { quantityText, unitText } from '#web/shop/catalogue/products/unit-text.ts'
import { VatTable } from './vat-table.tsx'

/**
 * The terminal's receipt, line by line; for a refund, with its number. Terminals print 40 characters per line, which fit a
 * phone of 320 px.
 */
function CardSlip({ text, number = '' }: { text: string; number?: string }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider', containerType: 'inline-size' }}
    >
      <Typography variant="h3" id={id}>
        {[t('completed.cardSlip'), number].join(' ').trim()}
      </Typography>
      <Box
        component="pre"
        sx={{
          m: 0,
          mt: 0.75,
          fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
          fontSize: 'clamp(0.625rem, 4cqi, 0.875rem)',
          lineHeight: 1.45,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
    </Box>
  )
}

const apart = { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 } as const

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Box sx={apart}>
      <dt>{label}</dt>
      <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums', textAlign: 'end' }}>
        {value}
      </Box>
    </Box>
  )
}

const facts = {
  m: 0,
  mt: 2,
  pt: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  display: 'grid',
  gap: 0.25,
  typography: 'body2',
} as const
const total = {
  ...apart,
  mt: 1,
  pt: 1.25,
  borderTop: 2,
  borderColor: 'line.strong',
  typography: 'subtitle1',
  fontWeight: 700,
} as const

const below = { ...apart, mt: 0.5, typography: 'subtitle1', fontWeight: 700 } as const
const net = { ...apart, mt: 1, pt: 1.25, borderTop: 2, borderColor: 'line.strong', typography: 'body2' } as const

function Sum({ label, euros, look }: { label: string; euros: number; look: typeof total | typeof net | typeof below }) {
  return (
    <Box sx={look}>
      <span>{label}</span>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {eurosText(euros)}
      </Box>
    </Box>
  )
}

/** The net and the gross total, as at checkout. */
function Totals({ part, label }: { part: ReceiptPart; label: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Sum label={t('basket.totalNet')} euros={part.total_net_amount} look={net} />
      <Sum label={label} euros={part.total_amount} look={below} />
    </>
  )
}

const VatBlock = ({ part }: { part: ReceiptPart }) => (
  <Box sx={{ mt: 1.5 }}>
    <VatTable rates={part.vat_by_rate} />
  </Box>
)

const dateTime = ({ at, store }: ReceiptPart) => formatDateTime(new Date(at), store.time_zone)

/** A refund, with its own VAT and slip. */
function Refund({ refund }: { refund: ReceiptPart }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 3, pt: 2, borderTop: 2, borderColor: 'line.strong' }}>
      <Typography variant="h3" component="h2" id={id} sx={{ mb: 1 }}>
        {t('purchases.refundTitle', { number: refund.number })}
      </Typography>
      <ReceiptLines part={refund} labelledBy={id} />
      <Totals label={t('purchases.paidBack')} part={refund} />
      <VatBlock part={refund} />
      <Box component="dl" sx={facts}>
        <Fact label={t('purchases.refundDate')} value={dateTime(refund)} />
      </Box>
      {refund.slip !== null && <CardSlip text={refund.slip} number={refund.number} />}
    </Box>
  )
}

function Seller({ seller }: Pick<ReceiptPart, 'seller'>) {
  const { t } = useTranslation()
  const { name, business_id: id, address, email, phone } = seller
  const lines = [name, id && t('purchases.businessId', { id }), address, email, phone].filter(Boolean)
  return (
    <Typography component="address" variant="body2" sx={{ mt: 1.5, color: 'text.secondary', fontStyle: 'normal' }}>
      {lines.join(' · ')}
    </Typography>
  )
}

/** What was paid, to whom and when, with VAT by rate, the terminal's receipt, and later refunds. */
export function Receipt({ receipt }: { receipt: ReceiptOf }) {
  const { t } = useTranslation()
  const id = useId()
  const { store, refunds } = receipt
  return (
    <Panel component="article" aria-label={t('completed.receipt')}>
      <Typography variant="h2" id={id}>
        {store.name}
      </Typography>
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {store.address}
      </Typography>
      <ReceiptLines part={receipt} labelledBy={id} />
      <Totals label={t('basket.total')} part={receipt} />
      <VatBlock part={receipt} />
      <Box component="dl" sx={facts}>
        <Fact label={t('order.paidAt')} value={dateTime(receipt)} />
        <Fact label={t('order.number')} value={receipt.number} />
        <Fact label={t('order.reference')} value={formatReferenceNumber(receipt.reference_number)} />
        {receipt.event !== null && <Fact label={t('purchases.event')} value={receipt.event} />}
        <Fact label={t('purchases.payment')} value={t(`purchases.payments.${receipt.payment}`)} />
      </Box>
      <Seller seller={receipt.seller} />
      {receipt.slip !== null && <CardSlip text={receipt.slip} />}
      {refunds.map(refund => (
        <Refund key={refund.id} refund={refund} />
      ))}
      {refunds.length > 0 && <Sum label={t('purchases.kept')} euros={receipt.kept_amount} look={total} />}
    </Panel>
  )
}

function LineRow({ line }: { line: ReceiptLine }) {
  const { t } = useTranslation()
  const { kind, name, unit, quantity, price, amount, vat } = line
  const rate = t('order.vatLine', { rate: percentText(vat) })
  return (
    <tr>
      <Box component="th" scope="row">
        {kind === 'deposit' ? t('purchases.deposit', { product: name }) : name}
        <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
          {price === null
            ? rate
            : `${t('home.unitPrice', { price: eurosText(price), unit: unitText(unit, t) })} · ${rate}`}
        </Typography>
      </Box>
      <Box component="td" sx={{ whiteSpace: 'nowrap' }}>
        {quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t)}
      </Box>
      <td>{eurosText(amount)}</td>
    </tr>
  )
}

/** The bought or refunded lines: each with its quantity, price, VAT and amount. */
function ReceiptLines({ part, labelledBy }: { part: ReceiptPart; labelledBy: string }) {
  const { t } = useTranslation()
  return (
    <Box component="table" sx={linesTable} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('order.product')}</th>
          <th scope="col">{t('order.quantity')}</th>
          <th scope="col">{t('order.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {part.lines.map((line, at) => (
          // A receipt's lines never change or move.
          <LineRow key={at} line={line} />
        ))}
      </tbody>
    </Box>
  )
}
