import { type RawBuilder, sql } from 'kysely'
import type { Payout, PayoutLine, PayoutWithSums } from '#contract/payments/payouts.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { eurosFromCents } from '#domain/money.ts'
import { isSettlementProvider, SETTLEMENT_FORMATS } from '#domain/payments/settlements/settlement-formats.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type InStores = { stores: StoreScope }
type Differing = { differs?: boolean | undefined }

export const providerName = (provider: string): string =>
  isSettlementProvider(provider) ? SETTLEMENT_FORMATS[provider].name : provider

/** The lines that the caller may see: without a right in all stores, those of payments in the caller's. */
const shownLines = ({ stores }: InStores) => sql`line.payout_id = payout.id AND ${inStores(stores, sql`line.store_id`)}`

const sumLines = (what: RawBuilder<unknown>, stores: InStores) =>
  sql<number>`(SELECT ${what} FROM settlement_line line WHERE ${shownLines(stores)})`

const shownPayouts = (db: Db, stores: InStores) =>
  stores.stores.ids === 'all'
    ? db.selectFrom('payout')
    : db.selectFrom('payout').where(sql<boolean>`EXISTS (SELECT FROM settlement_line line WHERE ${shownLines(stores)})`)

const withSums = (stores: InStores) => (rows: ReturnType<typeof shownPayouts>) =>
  rows
    .select(['payout.id', 'payout.provider', 'payout.reference', 'payout.paid_on', 'payout.currency'])
    .select(['payout.paid_cents', 'payout.uploaded_at'])
    .select([
      sumLines(sql`coalesce(sum(line.net_cents + line.fee_cents), 0)::bigint`, stores).as('gross_cents'),
      sumLines(sql`coalesce(sum(line.fee_cents), 0)::bigint`, stores).as('fee_cents'),
      sumLines(sql`count(*)`, stores).as('lines'),
      sumLines(sql`count(line.finding)`, stores).as('differences'),
    ])

type PayoutRow = Awaited<ReturnType<ReturnType<ReturnType<typeof withSums>>['executeTakeFirstOrThrow']>>

const toPayout =
  ({ stores }: InStores) =>
  ({ provider, paid_cents, gross_cents, fee_cents, uploaded_at, ...row }: PayoutRow): Payout => ({
    ...row,
    provider: providerName(provider),
    gross: eurosFromCents(gross_cents),
    fees: eurosFromCents(fee_cents),
    net: eurosFromCents(gross_cents - fee_cents),
    paid: paid_cents === null || stores.ids !== 'all' ? null : eurosFromCents(paid_cents),
    uploaded_at: uploaded_at.toISOString(),
  })

/** A page of the payouts, the newest first. */
export async function findPayouts(db: Db, { differs, stores, ...paging }: Paging & Differing & InStores) {
  const isDiffering = sql<boolean>`EXISTS (
    SELECT FROM settlement_line line WHERE ${shownLines({ stores })} AND line.finding IS NOT NULL)`
  const all = shownPayouts(db, { stores })
  const { items, ...counted } = await findPage(
    {
      matching: differs === undefined ? all : all.where(differs ? isDiffering : sql<boolean>`NOT ${isDiffering}`),
      select: withSums({ stores }),
      sorts: { paid_on: sql`payout.paid_on` },
      defaultSort: '-paid_on',
      id: sql`payout.id`,
    },
    paging,
  )
  return { items: items.map(toPayout({ stores })), ...counted }
}

const SHOP_CENTS = sql<number | null>`CASE line.kind
  WHEN 'refund' THEN 0 - (SELECT amount_cents FROM refund WHERE refund.id = line.refund_id AND state = 'DONE')
  WHEN 'payment' THEN (SELECT coalesce(unmatched_cents, amount_cents) FROM payment_attempt attempt WHERE attempt.id = line.attempt_id) END`
/** The shop has each payment and refund once, and not what moved no money. */
const IS_IN_SHOP = sql`(line.finding IS NULL OR line.finding = 'amount')`

type PayoutInput = { id: number } & InStores

/** A payout with the sums of its lines by kind, in the report and in the shop; undefined if the caller may not see one. */
export async function findPayout(db: Db, { id, stores }: PayoutInput): Promise<PayoutWithSums | undefined> {
  const row = await withSums({ stores })(shownPayouts(db, { stores })).where('payout.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { rows: kinds } = await sql<KindRow>`
    SELECT line.kind, count(*) AS count, sum(CASE WHEN line.currency = payout.currency THEN line.amount_cents
        ELSE line.net_cents + line.fee_cents END)::bigint AS cents, sum(line.fee_cents)::bigint AS "feeCents",
      count(*) FILTER (WHERE ${IS_IN_SHOP} AND ${SHOP_CENTS} IS NOT NULL) AS "shopCount",
      coalesce(sum(${SHOP_CENTS}) FILTER (WHERE ${IS_IN_SHOP}), 0)::bigint AS "shopCents"
    FROM payout JOIN settlement_line line ON ${shownLines({ stores })}
    WHERE payout.id = ${id} GROUP BY line.kind ORDER BY array_position(ARRAY['payment', 'refund', 'fee', 'other'], line.kind)`.execute(
    db,
  )
  return {
    ...toPayout({ stores })(row),
    kinds: kinds.map(({ kind, count, cents, feeCents, shopCount, shopCents }) => ({
      kind,
      count,
      amount: eurosFromCents(cents),
      fees: eurosFromCents(feeCents),
      shop_count: shopCount,
      shop_amount: eurosFromCents(shopCents),
    })),
  }
}

type KindRow = {
  kind: PayoutLine['kind']
  count: number
  cents: number
  feeCents: number
  shopCount: number
  shopCents: number
}

/** A page of a payout's lines, in the report's order. */
export async function findPayoutLines(db: Db, { id, differs, stores, ...paging }: Paging & Differing & PayoutInput) {
  const all = db
    .selectFrom('settlement_line as line')
    .where('line.payout_id', '=', id)
    .where(inStores(stores, sql`line.store_id`))
  const { items, ...counted } = await findPage(
    {
      matching: differs === undefined ? all : all.where('line.finding', differs ? 'is not' : 'is', null),
      select: rows =>
        rows
          .leftJoin('refund', 'refund.id', 'line.refund_id')
          .leftJoin('payment_attempt as attempt', 'attempt.id', 'line.attempt_id')
          .leftJoin('store', 'store.id', 'line.store_id')
          .select(['line.id', 'line.kind', 'line.type', 'line.reference', 'line.day', 'line.currency', 'line.finding'])
          .select(['line.amount_cents', 'line.fee_cents', 'line.net_cents', 'store.name as store'])
          .select(({ fn }) => fn.coalesce('attempt.order_id', 'refund.order_id').as('order_id'))
          .select(SHOP_CENTS.as('shop_cents')),
      sorts: { id: sql`line.id` },
      defaultSort: 'id',
      id: sql`line.id`,
    },
    paging,
  )
  return {
    items: items.map(({ amount_cents, fee_cents, net_cents, shop_cents, ...line }): PayoutLine => ({
      ...line,
      amount: eurosFromCents(amount_cents),
      fee: eurosFromCents(fee_cents),
      net: eurosFromCents(net_cents),
      shop_amount: shop_cents === null ? null : eurosFromCents(shop_cents),
    })),
    ...counted,
  }
}
