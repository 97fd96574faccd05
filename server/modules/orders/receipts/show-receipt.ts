import type { Kysely } from 'kysely'
import type { Receipt as ShownReceipt, ReceiptPart as ShownPart } from '#contract/orders/receipts.ts'
import { eurosFromCents } from '#domain/money.ts'
import { keptCents, type Receipt, type ReceiptPart } from '#domain/orders/receipt.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findReceipt, type WantedReceipt } from './find-receipts.ts'

/** The receipt of a complete order as the contract shows it; undefined for any other, and for another shopper's. */
export async function showReceipt(db: Kysely<Database>, wanted: WantedReceipt): Promise<ShownReceipt | undefined> {
  const receipt = await findReceipt(db, wanted)
  return receipt && shown(receipt)
}

const shown = (receipt: Receipt): ShownReceipt => ({
  ...shownPart(receipt),
  id: receipt.orderId,
  reference_number: receipt.reference,
  payment: receipt.payment,
  event: receipt.event,
  refunds: receipt.refunds.map(refund => ({ ...shownPart(refund), id: refund.id })),
  kept_amount: eurosFromCents(keptCents(receipt)),
})

const shownPart = ({ number, seller, store, at, slip, lines, byRate, ...sums }: ReceiptPart): ShownPart => ({
  number,
  seller: {
    name: seller.name,
    business_id: seller.businessId,
    address: seller.address,
    email: seller.email,
    phone: seller.phone,
  },
  store: { name: store.name, address: store.address, time_zone: store.timeZone },
  at: at.toISOString(),
  lines: lines.map(line => ({
    kind: line.kind,
    name: line.name,
    unit: line.unit,
    quantity: quantityFromThousandths(line.quantityThousandths),
    price: line.unitPriceCents === null ? null : eurosFromCents(line.unitPriceCents),
    amount: eurosFromCents(line.amountCents),
    vat: line.rateBasisPoints / 100,
  })),
  vat_by_rate: byRate.map(rate => ({
    vat: rate.rateBasisPoints / 100,
    gross: eurosFromCents(rate.grossCents),
    net: eurosFromCents(rate.netCents),
    tax: eurosFromCents(rate.vatCents),
  })),
  total_net_amount: eurosFromCents(sums.netCents),
  total_amount: eurosFromCents(sums.grossCents),
  slip,
})
