import type { Lot } from '#domain/catalogue/lot.ts'
import { vatTotals, type VatTotals, type VatOfRate } from '#domain/catalogue/vat.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { roundHalfAwayFromZero } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'

/** The seller: the operator's details at the time of sale. */
export type ReceiptSeller = {
  name: string
  businessId: string
  address: string
  email: string
  phone: string
}

/** The store, and the time zone of the receipt. */
export type ReceiptStore = {
  name: string
  address: string
  timeZone: string
}

/** A quantity of a product, named in the reader's language; `amountCents` includes `depositCents`. */
export type ReceiptGoods = {
  name: string
  unit: string
  quantityThousandths: number
  unitPriceCents: number
  amountCents: number
  depositCents: number
  rateBasisPoints: number
  package?: SoldPackage | undefined
}

/** What the code of a package named, and the price of one before its date reduced it. */
export type SoldPackage = Lot & { fullPriceCents?: number }

/** The part of a sold line that a refund returned. */
export type GoodsBack = {
  sold: ReceiptGoods
  quantityThousandths: number
  amountCents: number
}

type ReceiptHeader = {
  seller: ReceiptSeller
  store: ReceiptStore
  at: Date
  /** The terminal's card slip. */
  slip: string | null
}

export type RefundFacts = ReceiptHeader & {
  id: number
  /** No goods came back: one line for each VAT rate. */
  isFreeSum: boolean
  goods: readonly GoodsBack[]
  /** As computed when the refund was requested: all refunds of an order together return its VAT to the cent. */
  vat: readonly { rateBasisPoints: number; grossCents: number; vatCents: number }[]
}

export type ReceiptFacts = ReceiptHeader & {
  orderId: number
  /** `manual`: an admin recorded that it was paid. */
  payment: 'card' | 'app' | 'manual'
  /** The name of the app, if it was paid in one. */
  app: string | null
  /** The test payment paid it: nothing was charged. */
  isTest: boolean
  /** The name of a pre-order's event. */
  event: string | null
  goods: readonly ReceiptGoods[]
  refunds: readonly RefundFacts[]
}

/**
 * A line of a receipt. `unitPriceCents` is null for refunded goods, and where no exact unit price exists. `freeSum` has no name, unit
 * or quantity: it is the part of a refunded free sum that is of one VAT rate.
 */
export type ReceiptLine = {
  kind: 'goods' | 'deposit' | 'freeSum'
  name: string
  unit: string
  quantityThousandths: number
  unitPriceCents: number | null
  amountCents: number
  rateBasisPoints: number
  /** Of goods. */
  package?: SoldPackage | undefined
}

/** One document: of the sale, or of one refund, whose amounts are negative. */
export type ReceiptPart = ReceiptHeader &
  VatTotals & {
    /** The order's number; for a refund followed by the refund's own number. */
    number: string
    lines: ReceiptLine[]
  }

export type Receipt = ReceiptPart & {
  orderId: number
  reference: string
  payment: ReceiptFacts['payment']
  app: string | null
  isTest: boolean
  event: string | null
  refunds: (ReceiptPart & { id: number })[]
}

/**
 * The content of a receipt, in order, with the goods' names as at checkout; screen, email and PDF only lay it out. Deposits
 * have their own lines. The lines add up to the total, and so do the VAT rates.
 */
export function toReceipt(facts: ReceiptFacts): Receipt {
  const { orderId, payment, app, isTest, event, goods, refunds } = facts
  return {
    orderId,
    reference: referenceNumber(orderId),
    payment,
    app,
    isTest,
    event,
    number: String(orderId),
    ...toReceiptHeader(facts),
    lines: goods.toSorted(byFinnishName).flatMap(soldLines),
    ...vatTotals(goods.map(({ amountCents, rateBasisPoints }) => ({ totalCents: amountCents, rateBasisPoints }))),
    refunds: refunds.map(refund => ({
      id: refund.id,
      number: `${orderId}-${refund.id}`,
      ...toReceiptHeader(refund),
      lines: refund.isFreeSum
        ? refund.vat.map(freeSumLine)
        : refund.goods.toSorted((a, b) => byFinnishName(a.sold, b.sold)).flatMap(linesBack),
      ...totalsBack(refund.vat),
    })),
  }
}

/** The total of the purchase less refunds. */
export const netCents = ({ grossCents, refunds }: Pick<Receipt, 'grossCents' | 'refunds'>): number =>
  refunds.reduce((sum, refund) => sum + refund.grossCents, grossCents)

const toReceiptHeader = ({ seller, store, at, slip }: ReceiptHeader): ReceiptHeader => ({ seller, store, at, slip })

function soldLines(goods: ReceiptGoods): ReceiptLine[] {
  const { name, unit, quantityThousandths, unitPriceCents, amountCents, depositCents, rateBasisPoints } = goods
  const same = { name, unit, quantityThousandths, rateBasisPoints }
  const sold = goods.package && { package: goods.package }
  if (depositCents === 0) return [{ kind: 'goods', ...same, ...sold, unitPriceCents, amountCents }]
  const deposit = getUnitPrice(depositCents, quantityThousandths)
  return [
    {
      kind: 'goods',
      ...same,
      ...sold,
      unitPriceCents: deposit === null ? null : unitPriceCents - deposit,
      amountCents: amountCents - depositCents,
    },
    { kind: 'deposit', ...same, unitPriceCents: deposit, amountCents: depositCents },
  ]
}

/** The deposit is refunded in the same proportion as the line. */
function linesBack({ sold, quantityThousandths, amountCents }: GoodsBack): ReceiptLine[] {
  const depositCents =
    sold.amountCents === 0
      ? 0
      : roundHalfAwayFromZero(BigInt(sold.depositCents) * BigInt(amountCents), sold.amountCents)
  return soldLines({ ...sold, quantityThousandths, amountCents, depositCents }).map(line => ({
    ...line,
    unitPriceCents: null,
    amountCents: negateCents(line.amountCents),
  }))
}

const freeSumLine = ({ rateBasisPoints, grossCents }: RefundFacts['vat'][number]): ReceiptLine => ({
  kind: 'freeSum',
  name: '',
  unit: '',
  quantityThousandths: 0,
  unitPriceCents: null,
  amountCents: negateCents(grossCents),
  rateBasisPoints,
})

/** The price of one unit, if it is a whole number of cents. */
function getUnitPrice(amountCents: number, quantityThousandths: number): number | null {
  const price = roundHalfAwayFromZero(BigInt(amountCents) * 1000n, quantityThousandths)
  return BigInt(price) * BigInt(quantityThousandths) === BigInt(amountCents) * 1000n ? price : null
}

function totalsBack(vat: RefundFacts['vat']): VatTotals {
  const byRate = vat.map(({ rateBasisPoints, grossCents, vatCents }): VatOfRate => ({
    rateBasisPoints,
    grossCents: negateCents(grossCents),
    vatCents: negateCents(vatCents),
    netCents: negateCents(grossCents - vatCents),
  }))
  const sum = (getValue: (row: VatOfRate) => number) => byRate.reduce((all, row) => all + getValue(row), 0)
  return {
    grossCents: sum(row => row.grossCents),
    netCents: sum(row => row.netCents),
    vatCents: sum(row => row.vatCents),
    byRate,
  }
}

/** Negates an amount, without -0. */
const negateCents = (cents: number): number => 0 - cents
