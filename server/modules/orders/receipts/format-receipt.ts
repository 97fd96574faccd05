import type { LanguageCode } from '#contract/values.ts'
import type { VatOfRate } from '#domain/catalogue/vat.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatCents, type MoneyFormat } from '#domain/money.ts'
import type { Receipt, ReceiptLine, ReceiptPart } from '#domain/orders/receipt.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { quantityIn } from '#server/platform/texts/unit-labels.ts'
import { receiptLabels } from './receipt-labels.ts'

/** A receipt, or one of its refunds, as texts in a language: email and paper only lay it out. */
export type WordedReceipt = {
  title: string
  seller: string[]
  facts: [label: string, value: string][]
  head: Row
  lines: Row[]
  net: [label: string, amount: string]
  total: [label: string, amount: string]
  vatHead: [rate: string, net: string, vat: string, gross: string]
  /** Followed by their sum, if there are several. */
  vat: [rate: string, net: string, vat: string, gross: string][]
  slip: { title: string; text: string } | null
}
type Row = { name: string; quantity: string; price: string; vat: string; amount: string }

export type Wording = { language: LanguageCode; money: MoneyFormat }

/** The sale. */
export function wordedSale(receipt: Receipt, wording: Wording): WordedReceipt {
  const words = receiptLabels(wording.language)
  const { number, reference, payment, event } = receipt
  return {
    ...wordedPart(receipt, wording),
    title: words.receipt,
    facts: [
      [words.number, number],
      ...placeAndTime(receipt, wording),
      [words.reference, formatReferenceNumber(reference)],
      ...(event === null ? [] : [[words.event, event] satisfies [string, string]]),
      [words.payment, words.payments[payment]],
    ],
  }
}

/** A refund; undefined when there is no such refund. */
export function wordedRefund(receipt: Receipt, refundId: number, wording: Wording): WordedReceipt | undefined {
  const words = receiptLabels(wording.language)
  const refund = receipt.refunds.find(({ id }) => id === refundId)
  if (!refund) return undefined
  return {
    ...wordedPart(refund, wording),
    title: words.refund,
    facts: [
      [words.refundNumber, refund.number],
      [words.number, receipt.number],
      ...placeAndTime(refund, wording),
      [words.reference, formatReferenceNumber(receipt.reference)],
    ],
    total: [words.totalBack, formatCents(refund.grossCents, wording.money)],
  }
}

function placeAndTime({ store, at }: ReceiptPart, { language }: Wording): [string, string][] {
  const words = receiptLabels(language)
  const place = [store.name, store.address].filter(part => part !== '').join(', ')
  return [
    [words.date, formatDateTime(at, store.timeZone)],
    [words.store, place],
  ]
}

function wordedPart(part: ReceiptPart, wording: Wording): Omit<WordedReceipt, 'title' | 'facts'> {
  const words = receiptLabels(wording.language)
  const euros = (cents: number) => formatCents(cents, wording.money)
  const { name, businessId, address, email, phone } = part.seller
  const vatRow = (label: string, sums: Omit<VatOfRate, 'rateBasisPoints'>): WordedReceipt['vatHead'] => [
    label,
    euros(sums.netCents),
    euros(sums.vatCents),
    euros(sums.grossCents),
  ]
  const rates = part.byRate.map(rate => vatRow(percentText(rate.rateBasisPoints / 100), rate))
  return {
    seller: [
      name,
      businessId && `${words.businessId} ${businessId}`,
      address,
      [email, phone].filter(Boolean).join(' · '),
    ].filter(line => line !== ''),
    head: {
      name: words.product,
      quantity: words.quantity,
      price: words.unitPrice,
      vat: words.vat,
      amount: words.amount,
    },
    lines: part.lines.map(line => wordedLine(line, wording)),
    net: [words.totalNet, euros(part.netCents)],
    total: [words.total, euros(part.grossCents)],
    vatHead: [words.rate, words.net, words.vat, words.gross],
    vat: rates.length > 1 ? [...rates, vatRow(words.allRates, part)] : rates,
    slip: part.slip === null ? null : { title: words.slip, text: part.slip },
  }
}

function wordedLine(line: ReceiptLine, { language, money }: Wording): Row {
  const { kind, name, unit, quantityThousandths, unitPriceCents, amountCents, rateBasisPoints } = line
  return {
    name: kind === 'deposit' ? `${receiptLabels(language).deposit}: ${name}` : name,
    quantity: quantityIn(language, quantityThousandths, unit),
    price: unitPriceCents === null ? '' : formatCents(unitPriceCents, money),
    vat: percentText(rateBasisPoints / 100),
    amount: formatCents(amountCents, money),
  }
}
