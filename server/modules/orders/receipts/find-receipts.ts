import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Receipt as ShownReceipt, ReceiptPart as ShownPart } from '#contract/orders/receipts.ts'
import type { LanguageCode } from '#contract/values.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { eurosFromCents } from '#domain/money.ts'
import {
  type Receipt,
  type ReceiptGoods,
  toReceipt,
  netCents,
  type ReceiptPart,
  type SoldPackage,
} from '#domain/orders/receipt.ts'
import { findPaymentApp, getPaymentMethod } from '#domain/payments/terminals/terminal-providers.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { isMadeByTest } from '#server/modules/payments/order-payments/attempts.ts'
import type { Context } from '#server/platform/context.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'
import { printReceipt } from './format-receipt.ts'

/** The receipts of those orders that are complete, by order id. */
export async function findReceipts(db: Db, orderIds: readonly number[]): Promise<Map<number, ReceiptRow>> {
  const rows = await receiptRows(db).where('paid.id', '=', anyId(orderIds)).execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** `userId`: undefined for an admin, who sees any receipt. */
export type FindReceiptInput = { orderId: number; language: LanguageCode; userId?: number }

/** Undefined for another shopper's order, as for one that is not complete or does not exist. */
export async function findReceipt(db: Db, input: FindReceiptInput): Promise<Receipt | undefined> {
  const { orderId, language, userId } = input
  const [row] = await (userId === undefined ? anyReceipt(db, { orderId }) : ownReceipt(db, { orderId, userId }))
  return row && receiptIn(row, language)
}

/** The file of a receipt, or of one of its refunds. */
export async function findReceiptFile({ db, config }: Context, input: FindReceiptInput, refundId: number | undefined) {
  const receipt = await findReceipt(db, input)
  const bytes = receipt && (await printReceipt(receipt, { language: input.language, money: config, refundId }))
  const name = `receipt-${input.orderId}${refundId === undefined ? '' : `-${refundId}`}`
  return bytes ? ({ name, format: 'pdf', bytes } as const) : refuse('notFound')
}

// Requested after each payment. Planning takes ten times as long as reading, so only ids are parameters: with other values
// PostgreSQL would replan each time in the hope of a better plan.
const anyReceipt = compiledOnce((db, { orderId }: { orderId: number }) =>
  receiptRows(db).where('paid.id', '=', orderId),
)

const ownReceipt = compiledOnce((db, { orderId, userId }: { orderId: number; userId: number }) =>
  receiptRows(db).where('paid.id', '=', orderId).where('paid.user_id', '=', userId),
)

const PAID_STATES = sql<'APPROVED' | 'MANUAL'>`('APPROVED', 'MANUAL')`

/** Seller and store as they were at the sale. */
const receiptRows = (db: Db) =>
  db
    .selectFrom('customer_order as paid')
    .innerJoin('receipt', join => join.onRef('receipt.order_id', '=', 'paid.id').on('receipt.refund_id', 'is', null))
    .innerJoin('payment_attempt as attempt', join =>
      join.onRef('attempt.order_id', '=', 'paid.id').on('attempt.state', 'in', PAID_STATES),
    )
    .leftJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .where('paid.status', '=', sql.lit('complete' as const))
    .select(['paid.id', 'paid.paid_at', 'attempt.state', 'attempt.receipt_text as slip', 'terminal.provider'])
    .select(isMadeByTest.as('isTest'))
    .select([
      'receipt.operator_name as name',
      'receipt.business_id as businessId',
      'receipt.operator_address as address',
    ])
    .select(['receipt.operator_email as email', 'receipt.operator_phone as phone', 'receipt.store_name as storeName'])
    .select([
      'receipt.store_address as storeAddress',
      'receipt.time_zone as timeZone',
      'receipt.event_names as eventNames',
    ])
    .select(from => [jsonArrayFrom(selectLines(from)).as('lines'), jsonArrayFrom(selectRefunds(from)).as('refunds')])

export type ReceiptRow = Awaited<ReturnType<ReturnType<typeof receiptRows>['executeTakeFirstOrThrow']>>

type PaidOrderBuilder = ExpressionBuilder<Database & { paid: Database['customer_order'] }, 'paid'>

const selectLines = (from: PaidOrderBuilder) =>
  from
    .selectFrom('order_line as line')
    .innerJoin('product_version as version', 'version.id', 'line.product_version_id')
    .select(['line.id', 'version.names', 'version.unit', 'line.quantity_thousandths', 'line.unit_price_cents'])
    .select(['line.total_cents', 'line.deposit_cents', 'line.rate_basis_points', 'line.reduced_percent'])
    .select(['line.full_price_cents', 'line.lot', 'line.best_before', 'line.use_by'])
    .whereRef('line.order_id', '=', 'paid.id')
    .orderBy('line.id')

/** Refunds that a terminal made, or that an admin recorded as made. */
const selectRefunds = (from: PaidOrderBuilder) =>
  from
    .selectFrom('refund')
    .leftJoin('receipt as back', 'back.refund_id', 'refund.id')
    .select([
      'refund.id',
      'refund.is_free_sum',
      'refund.outcome_at',
      'refund.receipt_text as slip',
      'back.operator_name as name',
    ])
    .select(['back.business_id as businessId', 'back.operator_address as address', 'back.operator_email as email'])
    .select(['back.operator_phone as phone', 'back.store_name as storeName', 'back.store_address as storeAddress'])
    .select('back.time_zone as timeZone')
    .select(eb => [
      jsonArrayFrom(
        eb
          .selectFrom('refund_line')
          .select(['order_line_id', 'quantity_thousandths', 'amount_cents'])
          .whereRef('refund_line.refund_id', '=', 'refund.id')
          .orderBy('order_line_id'),
      ).as('lines'),
      jsonArrayFrom(
        eb
          .selectFrom('refund_vat')
          .select(['rate_basis_points', 'gross_cents', 'vat_cents'])
          .whereRef('refund_vat.refund_id', '=', 'refund.id')
          .orderBy('rate_basis_points'),
      ).as('vat'),
    ])
    .whereRef('refund.order_id', '=', 'paid.id')
    .where('refund.kind', '=', sql.lit('refund'))
    .where('refund.state', '=', sql.lit('DONE'))
    .orderBy('refund.id')

/** A receipt's contents, with the products' names in a language. */
export function receiptIn(row: ReceiptRow, language: LanguageCode): Receipt {
  const paper = toSellerAndStore(row)
  const goods = new Map(row.lines.map(line => [line.id, toReceiptGoods(line, language)]))
  return toReceipt({
    ...paper,
    orderId: row.id,
    at: row.paid_at ?? new Date(0),
    payment: row.state === 'MANUAL' ? 'manual' : getPaymentMethod(row.provider ?? '') === 'phone' ? 'app' : 'card',
    app: row.state === 'MANUAL' ? null : (findPaymentApp(row.provider)?.name ?? null),
    isTest: row.isTest,
    event: row.eventNames && textInLanguage(row.eventNames, language),
    slip: row.slip,
    goods: [...goods.values()],
    refunds: row.refunds.map(({ id, is_free_sum: isFreeSum, outcome_at, slip, lines, vat, ...as }) => ({
      ...paper,
      ...(as.name !== null && toSellerAndStore(as)),
      id,
      isFreeSum,
      // Values from JSON are not Dates yet.
      at: new Date(outcome_at ?? 0),
      slip,
      goods: lines.flatMap(line => {
        const sold = goods.get(line.order_line_id)
        return sold ? [{ sold, quantityThousandths: line.quantity_thousandths, amountCents: line.amount_cents }] : []
      }),
      vat: vat.map(rate => ({
        rateBasisPoints: rate.rate_basis_points,
        grossCents: rate.gross_cents,
        vatCents: rate.vat_cents,
      })),
    })),
  })
}

const toReceiptGoods = (line: ReceiptRow['lines'][number], language: LanguageCode): ReceiptGoods => ({
  name:
    textInLanguage(line.names, language) +
    (line.reduced_percent === null ? '' : `, −${percentText(line.reduced_percent)}`),
  unit: line.unit,
  quantityThousandths: line.quantity_thousandths,
  unitPriceCents: line.unit_price_cents,
  amountCents: line.total_cents,
  depositCents: line.deposit_cents,
  rateBasisPoints: line.rate_basis_points,
  package: toPackage(line),
})

function toPackage({ lot, best_before, use_by, full_price_cents }: ReceiptRow['lines'][number]): SoldPackage {
  return {
    ...(lot !== null && { lot }),
    ...(best_before !== null && { bestBefore: best_before }),
    ...(use_by !== null && { useBy: use_by }),
    ...(full_price_cents !== null && { fullPriceCents: full_price_cents }),
  }
}

type SellerFields = {
  [Name in 'name' | 'businessId' | 'address' | 'email' | 'phone' | 'storeName' | 'storeAddress' | 'timeZone']:
    | string
    | null
}

const toSellerAndStore = (seller: SellerFields) => ({
  seller: {
    name: seller.name ?? '',
    businessId: seller.businessId ?? '',
    address: seller.address ?? '',
    email: seller.email ?? '',
    phone: seller.phone ?? '',
  },
  store: { name: seller.storeName ?? '', address: seller.storeAddress ?? '', timeZone: seller.timeZone ?? '' },
})

/** The receipt of a complete order as the contract shows it; undefined for any other, and for another shopper's. */
export async function findReceiptResponse(db: Db, input: FindReceiptInput): Promise<ShownReceipt | undefined> {
  const receipt = await findReceipt(db, input)
  return receipt && toReceiptResponse(receipt)
}

const toReceiptResponse = (receipt: Receipt): ShownReceipt => ({
  ...toPartResponse(receipt),
  id: receipt.orderId,
  reference_number: receipt.reference,
  payment: receipt.payment,
  app: receipt.app,
  ...(receipt.isTest && { is_test: true }),
  event: receipt.event,
  refunds: receipt.refunds.map(refund => ({ ...toPartResponse(refund), id: refund.id })),
  amount_after_refunds: eurosFromCents(netCents(receipt)),
})

const toPackageResponse = ({ lot, bestBefore, useBy, fullPriceCents }: SoldPackage = {}) => ({
  ...(lot !== undefined && { lot }),
  ...(bestBefore !== undefined && { best_before: bestBefore }),
  ...(useBy !== undefined && { use_by: useBy }),
  ...(fullPriceCents !== undefined && { full_price: eurosFromCents(fullPriceCents) }),
})

const toPartResponse = ({ number, seller, store, at, slip, lines, byRate, ...sums }: ReceiptPart): ShownPart => ({
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
    kind: line.kind === 'freeSum' ? 'free_sum' : line.kind,
    name: line.name,
    unit: line.unit,
    quantity: quantityFromThousandths(line.quantityThousandths),
    price: line.unitPriceCents === null ? null : eurosFromCents(line.unitPriceCents),
    amount: eurosFromCents(line.amountCents),
    vat: line.rateBasisPoints / 100,
    ...toPackageResponse(line.package),
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
