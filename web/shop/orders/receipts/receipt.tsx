import { useId } from 'react'
import type { Receipt as ReceiptOf, ReceiptLine, ReceiptPart } from '#contract/orders/receipts.ts'
import { toLot } from '#domain/catalogue/lot.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { quantityText, unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import { lotText } from '#web/shop/catalogue/products/lot-text.ts'
import linesTable from '../lines-table.module.css'
import css from './receipts.module.css'

/**
 * The terminal's receipt, line by line; for a refund, with its number. Terminals print 40 characters per line, which fit a
 * phone of 320 px.
 */
function CardSlip({ text, number = '', app }: { text: string; number?: string; app: string | null }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.cardSlip}>
      <Text variant="h3" id={id}>
        {[app === null ? t('completed.cardSlip') : t('completed.appSlip', { app }), number].join(' ').trim()}
      </Text>
      <pre className={css.slipText}>{text}</pre>
    </section>
  )
}

function ReceiptFact({ label, value }: { label: string; value: string }) {
  return (
    <div className={css.apart}>
      <dt>{label}</dt>
      <dd className={css.factValue}>{value}</dd>
    </div>
  )
}

function ReceiptSum({ label, euros, textStyle }: { label: string; euros: number; textStyle: string | undefined }) {
  return (
    <div className={joinClasses(css.apart, textStyle)}>
      <span>{label}</span>
      <span className={css.sumLabel}>{eurosText(euros)}</span>
    </div>
  )
}

/** The net and the gross total, as at checkout. */
function ReceiptTotals({ part, label }: { part: ReceiptPart; label: string }) {
  const { t } = useTranslation()
  return (
    <>
      <ReceiptSum label={t('basket.totalNet')} euros={part.total_net_amount} textStyle={css.net} />
      <ReceiptSum label={label} euros={part.total_amount} textStyle={css.below} />
    </>
  )
}

const VatBlock = ({ part }: { part: ReceiptPart }) => (
  <div className={css.vat}>
    <VatTable rates={part.vat_by_rate} />
  </div>
)

const dateTime = ({ at, store }: ReceiptPart) => formatDateTime(new Date(at), store.time_zone)

/** A refund, with its own VAT and slip. */
function RefundPart({ refund, app }: { refund: ReceiptPart; app: string | null }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.refund}>
      <Text variant="h3" as="h2" id={id} className={css.refundTitle}>
        {t('purchases.refundTitle', { number: refund.number })}
      </Text>
      <ReceiptLines part={refund} labelledBy={id} />
      <ReceiptTotals label={t('purchases.paidBack')} part={refund} />
      <VatBlock part={refund} />
      <dl className={css.facts}>
        <ReceiptFact label={t('purchases.refundDate')} value={dateTime(refund)} />
      </dl>
      {refund.slip !== null && <CardSlip text={refund.slip} number={refund.number} app={app} />}
    </section>
  )
}

function ReceiptSeller({ seller }: Pick<ReceiptPart, 'seller'>) {
  const { t } = useTranslation()
  const { name, business_id: id, address, email, phone } = seller
  const lines = [name, id && t('purchases.businessId', { id }), address, email, formatPhone(phone)].filter(Boolean)
  return (
    <Text as="address" variant="body2" className={css.sellerText}>
      {lines.join(' · ')}
    </Text>
  )
}

/** On what the test payment paid: that nothing was charged. */
export function TestMark({ receipt }: { receipt: Pick<ReceiptOf, 'is_test'> | null }) {
  const { t } = useTranslation()
  return receipt?.is_test && <StatusPill tone="attention">{t('purchases.testPayment')}</StatusPill>
}

/** What was paid, to whom and when, with VAT by rate, the terminal's receipt, and later refunds. */
export function Receipt({ receipt }: { receipt: ReceiptOf }) {
  const { t } = useTranslation()
  const id = useId()
  const { store, refunds, app } = receipt
  return (
    <Panel component="article" aria-label={t('completed.receipt')}>
      <div className={css.mark}>
        <TestMark receipt={receipt} />
      </div>
      <Text variant="h2" id={id}>
        {store.name}
      </Text>
      <Text variant="body2" className={css.address}>
        {store.address}
      </Text>
      <ReceiptLines part={receipt} labelledBy={id} />
      <ReceiptTotals label={t('basket.total')} part={receipt} />
      <VatBlock part={receipt} />
      <dl className={css.facts}>
        <ReceiptFact label={t('order.paidAt')} value={dateTime(receipt)} />
        <ReceiptFact label={t('order.number')} value={receipt.number} />
        <ReceiptFact label={t('order.reference')} value={formatReferenceNumber(receipt.reference_number)} />
        {receipt.event !== null && <ReceiptFact label={t('purchases.event')} value={receipt.event} />}
        <ReceiptFact
          label={t('purchases.payment')}
          value={t(`purchases.payments.${receipt.payment}`, { app: app ?? '' })}
        />
      </dl>
      <ReceiptSeller seller={receipt.seller} />
      {receipt.slip !== null && <CardSlip text={receipt.slip} app={app} />}
      {refunds.map(refund => (
        <RefundPart key={refund.id} refund={refund} app={app} />
      ))}
      {refunds.length > 0 && (
        <ReceiptSum label={t('purchases.afterRefunds')} euros={receipt.amount_after_refunds} textStyle={css.kept} />
      )}
    </Panel>
  )
}

/** The date or the lot of the packages, and the price before the date reduced it. */
function PackageNote({ line: { full_price: before, ...line } }: { line: ReceiptLine }) {
  const { t } = useTranslation()
  const lot = lotText(toLot(line), t)
  if (lot === '' && before === undefined) return null
  return (
    <Text variant="caption" className={css.lineNote}>
      {lot}
      {before !== undefined && (
        <>
          {lot !== '' && ' · '}
          <s>{eurosText(before)}</s>
        </>
      )}
    </Text>
  )
}

function LineRow({ line }: { line: ReceiptLine }) {
  const { t } = useTranslation()
  const { kind, name, unit, quantity, price, amount, vat } = line
  const rate = t('order.vatLine', { rate: percentText(vat) })
  return (
    <tr>
      <th scope="row">
        {kind === 'deposit'
          ? t('purchases.deposit', { product: name })
          : kind === 'free_sum'
            ? t('purchases.freeSum')
            : name}
        <Text variant="caption" className={css.lineNote}>
          {price === null
            ? rate
            : `${t('home.unitPrice', { price: eurosText(price), unit: unitText(unit, t) })} · ${rate}`}
        </Text>
        <PackageNote line={line} />
      </th>
      <td className={css.lineQuantity}>
        {kind !== 'free_sum' && quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t)}
      </td>
      <td>{eurosText(amount)}</td>
    </tr>
  )
}

/** The bought or refunded lines: each with its quantity, price, VAT and amount. */
function ReceiptLines({ part, labelledBy }: { part: ReceiptPart; labelledBy: string }) {
  const { t } = useTranslation()
  return (
    <div className={linesTable.frame}>
      <table className={linesTable.lines} aria-labelledby={labelledBy}>
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
      </table>
    </div>
  )
}

type VatRates = ReceiptPart['vat_by_rate']
type VatColumn = 'net' | 'tax' | 'gross'

const sumColumn = (rates: VatRates, column: VatColumn) =>
  rates.reduce((sum, rate) => sum + Math.round(rate[column] * 100), 0) / 100

/** Net, VAT and gross by rate, with a sum if there are several rates. */
export function VatTable({ rates }: { rates: VatRates }) {
  const { t } = useTranslation()
  return (
    <table className={joinClasses(linesTable.lines, css.vatTable)} aria-label={t('purchases.vatTable')}>
      <thead>
        <tr>
          <th scope="col">{t('purchases.rate')}</th>
          <th scope="col">{t('purchases.net')}</th>
          <th scope="col">{t('purchases.tax')}</th>
          <th scope="col">{t('purchases.gross')}</th>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ vat, net, tax, gross }) => (
          <tr key={vat}>
            <th scope="row">{percentText(vat)}</th>
            <td data-head={t('purchases.net')}>{eurosText(net)}</td>
            <td data-head={t('purchases.tax')}>{eurosText(tax)}</td>
            <td data-head={t('purchases.gross')}>{eurosText(gross)}</td>
          </tr>
        ))}
        {rates.length > 1 && (
          <tr>
            <th scope="row">{t('purchases.allRates')}</th>
            <td data-head={t('purchases.net')}>{eurosText(sumColumn(rates, 'net'))}</td>
            <td data-head={t('purchases.tax')}>{eurosText(sumColumn(rates, 'tax'))}</td>
            <td data-head={t('purchases.gross')}>{eurosText(sumColumn(rates, 'gross'))}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
