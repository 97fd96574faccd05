import { byFinnishName } from '#domain/finnish-order.ts'
import { roundHalfAwayFromZero } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { totals, type Totals, type VatOfRate } from '#domain/vat.ts'

/** Who sold: the operator as it was then. */
export interface ReceiptSeller {
  name: string
  businessId: string
  address: string
  email: string
  phone: string
}

/** Where, by whose clock. */
export interface ReceiptStore {
  name: string
  address: string
  timeZone: string
}

/** Some of a product, named in the reader's language; `depositCents` is within `amountCents`. */
export interface ReceiptGoods {
  name: string
  unit: string
  quantityThousandths: number
  unitPriceCents: number
  amountCents: number
  depositCents: number
  rateBasisPoints: number
}

/** What a refund gave back of a sold line, as the line was sold. */
export interface GoodsBack {
  sold: ReceiptGoods
  quantityThousandths: number
  amountCents: number
}

interface Paper {
  seller: ReceiptSeller
  store: ReceiptStore
  at: Date
  /** What the terminal printed. */
  slip: string | null
}

export interface RefundFacts extends Paper {
  id: number
  goods: readonly GoodsBack[]
  /** As it was counted when the refund was asked for: all refunds of an order together give back its VAT to the cent. */
  vat: readonly { rateBasisPoints: number; grossCents: number; vatCents: number }[]
}

export interface ReceiptFacts extends Paper {
  orderId: number
  /** `manual`: the store's people say that it was paid. */
  payment: 'card' | 'manual'
  /** The event of a pre-order, by its name. */
  event: string | null
  goods: readonly ReceiptGoods[]
  refunds: readonly RefundFacts[]
}

/** A row of a receipt. `unitPriceCents` is null where it says nothing: of what went back, and of odd deposits. */
export interface ReceiptLine {
  kind: 'goods' | 'deposit'
  name: string
  unit: string
  quantityThousandths: number
  unitPriceCents: number | null
  amountCents: number
  rateBasisPoints: number
}

/** What one paper says: of the sale, or of one refund, whose amounts are below zero. */
export interface ReceiptPart extends Paper, Totals {
  /** The order's number; of a refund, its own after it. */
  number: string
  lines: ReceiptLine[]
}

export interface Receipt extends ReceiptPart {
  orderId: number
  reference: string
  payment: ReceiptFacts['payment']
  event: string | null
  refunds: (ReceiptPart & { id: number })[]
}

/**
 * All that a receipt says, in the order in which it says it, by the goods' names as at checkout: screen, mail and PDF only lay
 * it out. Deposits have lines of their own, the lines add up to the total, and so do the rates of VAT.
 */
export function receiptOf(facts: ReceiptFacts): Receipt {
  const { orderId, payment, event, goods, refunds } = facts
  return {
    orderId,
    reference: referenceNumber(orderId),
    payment,
    event,
    number: String(orderId),
    ...paperOf(facts),
    lines: goods.toSorted(byFinnishName).flatMap(soldLines),
    ...totals(goods.map(({ amountCents, rateBasisPoints }) => ({ totalCents: amountCents, rateBasisPoints }))),
    refunds: refunds.map(refund => ({
      id: refund.id,
      number: `${orderId}-${refund.id}`,
      ...paperOf(refund),
      lines: refund.goods.toSorted((a, b) => byFinnishName(a.sold, b.sold)).flatMap(linesBack),
      ...totalsBack(refund.vat),
    })),
  }
}

/** All of the purchase that was not given back. */
export const keptCents = ({ grossCents, refunds }: Pick<Receipt, 'grossCents' | 'refunds'>): number =>
  refunds.reduce((sum, refund) => sum + refund.grossCents, grossCents)

const paperOf = ({ seller, store, at, slip }: Paper): Paper => ({ seller, store, at, slip })

function soldLines(goods: ReceiptGoods): ReceiptLine[] {
  const { name, unit, quantityThousandths, unitPriceCents, amountCents, depositCents, rateBasisPoints } = goods
  const same = { name, unit, quantityThousandths, rateBasisPoints }
  if (depositCents === 0) return [{ kind: 'goods', ...same, unitPriceCents, amountCents }]
  const deposit = priceOf(depositCents, quantityThousandths)
  return [
    {
      kind: 'goods',
      ...same,
      unitPriceCents: deposit === null ? null : unitPriceCents - deposit,
      amountCents: amountCents - depositCents,
    },
    { kind: 'deposit', ...same, unitPriceCents: deposit, amountCents: depositCents },
  ]
}

/** The deposit goes back by the same share as the line. */
function linesBack({ sold, quantityThousandths, amountCents }: GoodsBack): ReceiptLine[] {
  const depositCents =
    sold.amountCents === 0
      ? 0
      : roundHalfAwayFromZero(BigInt(sold.depositCents) * BigInt(amountCents), sold.amountCents)
  return soldLines({ ...sold, quantityThousandths, amountCents, depositCents }).map(line => ({
    ...line,
    unitPriceCents: null,
    amountCents: minus(line.amountCents),
  }))
}

/** What one costs, if so many of it cost exactly this much. */
function priceOf(amountCents: number, quantityThousandths: number): number | null {
  const price = roundHalfAwayFromZero(BigInt(amountCents) * 1000n, quantityThousandths)
  return BigInt(price) * BigInt(quantityThousandths) === BigInt(amountCents) * 1000n ? price : null
}

function totalsBack(vat: RefundFacts['vat']): Totals {
  const byRate = vat.map(({ rateBasisPoints, grossCents, vatCents }): VatOfRate => ({
    rateBasisPoints,
    grossCents: minus(grossCents),
    vatCents: minus(vatCents),
    netCents: minus(grossCents - vatCents),
  }))
  const sum = (of: (row: VatOfRate) => number) => byRate.reduce((all, row) => all + of(row), 0)
  return {
    grossCents: sum(row => row.grossCents),
    netCents: sum(row => row.netCents),
    vatCents: sum(row => row.vatCents),
    byRate,
  }
}

/** Never -0. */
const minus = (cents: number): number => 0 - cents
