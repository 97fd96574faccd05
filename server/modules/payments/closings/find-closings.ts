import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Closing as ShownClosing, ClosingMonth } from '#contract/payments/closings.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { type Closing, closingsOf, type ClosingSums, sumClosings, type TerminalDay } from '#domain/payments/closing.ts'
import { wayOf } from '#domain/payments/payment-way.ts'
import { dayOfClock } from '#domain/stores/store-clock.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { findStoreClocks } from '#server/modules/stores/admin-stores/store-clocks.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { countUnclear, type Days, findBooked } from './book-rows.ts'
import { findTerminalSums, type TerminalSum } from './terminal-sums.ts'

/**
 * `test`: selects the days with test payments, which take no money and are never listed with real ones. Default: `isTestShop`.
 */
export type MonthQuery = { month: string; store?: number | undefined; test?: boolean | undefined }

type Named = {
  store: ShownClosing['store']
  terminal: ShownClosing['terminal']
  isOver: boolean
  terminalSum: TerminalSum
  differenceCents: number | null
  unclear: number
}
export type NamedClosing = Closing & Named

const lastOf = (month: string): string => {
  const next = plusDays(`${month}-28`, 4).slice(0, 7)
  return plusDays(`${next}-01`, -1)
}

export const daysOf = ({ month, store }: MonthQuery): Days => ({ from: `${month}-01`, until: lastOf(month), store })

const keyOf = ({ terminalId, storeId, date }: TerminalDay) => `${date} ${storeId} ${terminalId}`

export type ClosingsFound = { closings: NamedClosing[]; areTests: boolean; hidden: number }

/**
 * The closings of a month, oldest first: a row for each day and terminal with any movement or unclear payment. `hidden`: the
 * number of closings of the other kind (test or real payments).
 */
export async function findClosings(context: Context, query: MonthQuery): Promise<ClosingsFound> {
  const all = await findAllClosings(context, query)
  const areTests = query.test ?? (await isTestShop(context.db))
  const closings = all.filter(({ terminal }) => terminal.is_test === areTests)
  return { closings, areTests, hidden: all.length - closings.length }
}

async function findAllClosings(context: Context, query: MonthQuery): Promise<NamedClosing[]> {
  const days = daysOf(query)
  const [booked, unclearDays, terminals] = await Promise.all([
    findBooked(context.db, days),
    countUnclear(context.db, days),
    findTerminals(context, query),
  ])
  const storeClocks = await findStoreClocks(context.db)
  const terminalSums = await findTerminalSums(context, days, { terminals, storeClocks })
  const known = new Map(terminals.map(terminal => [terminal.id, terminal]))
  const unclear = new Map(unclearDays.map(day => [keyOf(day), day.count]))
  const moved = closingsOf(booked)
  const seen = new Set(moved.map(keyOf))
  const still = unclearDays.filter(day => !seen.has(keyOf(day)))
  const quiet = still.map(({ count: _count, ...day }): Closing => ({ ...day, ...sumClosings([]) }))
  return [...moved, ...quiet]
    .flatMap((closing): NamedClosing[] => {
      const terminal = known.get(closing.terminalId)
      if (!terminal) return []
      const { id, name, provider } = terminal
      const clock = storeClocks.get(terminal.storeId)?.at(-1)
      const terminalSum = terminalSums.of(closing)
      return [
        {
          ...closing,
          store: { id: closing.storeId, name: terminal.storeName },
          terminal: { id, name, is_test: provider === 'test', way: wayOf(provider) },
          isOver: clock !== undefined && closing.date < dayOfClock(clock, context.now()),
          terminalSum,
          differenceCents: terminalSum && (centsFromEuros(terminalSum.amount) ?? 0) - closing.cardCents,
          unclear: unclear.get(keyOf(closing)) ?? 0,
        },
      ]
    })
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.storeId - b.storeId || a.terminalId - b.terminalId)
}

const findTerminals = ({ db }: Context, { store }: MonthQuery) => {
  const rows = db
    .selectFrom('terminal')
    .innerJoin('store', 'store.id', 'terminal.store_id')
    .select(['terminal.id', 'terminal.name', 'terminal.provider'])
    .select(['store.id as storeId', 'store.name as storeName'])
  return (store === undefined ? rows : rows.where('store.id', '=', store)).execute()
}

const shownSums = (sums: ClosingSums) => ({
  sales: { count: sums.sales.count, amount: eurosFromCents(sums.sales.cents) },
  refunds: { count: sums.refunds.count, amount: eurosFromCents(sums.refunds.cents) },
  vat_by_rate: sums.byRate.map(rate => ({
    vat: rate.rateBasisPoints / 100,
    sales: eurosFromCents(rate.salesCents),
    refunds: eurosFromCents(rate.refundsCents),
    gross: eurosFromCents(rate.grossCents),
    net: eurosFromCents(rate.netCents),
    tax: eurosFromCents(rate.vatCents),
  })),
  gross: eurosFromCents(sums.grossCents),
  net: eurosFromCents(sums.netCents),
  tax: eurosFromCents(sums.vatCents),
  card: eurosFromCents(sums.cardCents),
  other: eurosFromCents(sums.otherCents),
  clearing: eurosFromCents(sums.clearingCents),
})

export const showClosing = (closing: NamedClosing): ShownClosing => ({
  date: closing.date,
  store: closing.store,
  terminal: closing.terminal,
  is_over: closing.isOver,
  ...shownSums(closing),
  terminal_sum: closing.terminalSum,
  difference: closing.differenceCents === null ? null : eurosFromCents(closing.differenceCents),
  unclear: closing.unclear,
})

/** The part of their card payments that apps reported. */
export const inAppCents = (closings: readonly NamedClosing[]): number =>
  sumClosings(closings.filter(({ terminal }) => terminal.way === 'phone')).cardCents

export const showMonth = (month: string, { closings, areTests, hidden }: ClosingsFound): ClosingMonth => ({
  month,
  are_tests: areTests,
  hidden,
  closings: closings.length,
  over: closings.filter(({ isOver }) => isOver).length,
  ...shownSums(sumClosings(closings)),
  app: eurosFromCents(inAppCents(closings)),
  differing: closings.filter(({ differenceCents }) => differenceCents !== null && differenceCents !== 0).length,
  unclear: closings.reduce((sum, { unclear }) => sum + unclear, 0),
})

type Db = Kysely<Database>

/** Whether the shop has never had a terminal that takes money: it then shows its test payments, marked as such. */
async function isTestShop(db: Db): Promise<boolean> {
  const real = db.selectFrom('terminal').select('id').where('provider', '<>', 'test').limit(1)
  return (await real.executeTakeFirst()) === undefined
}

/** The stores in which test payments may have been made since a moment; undefined in a shop that has nothing else. */
export async function findTestingStores(db: Db, since: Date): Promise<number[] | undefined> {
  if (await isTestShop(db)) return undefined
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM store WHERE payment_mode = 'test' OR EXISTS (
      SELECT 1 FROM terminal JOIN test_terminal_payment payment ON payment.terminal_id = terminal.id
      WHERE terminal.store_id = store.id AND payment.state = 'approved' AND payment.decided_at >= ${since})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether an order was paid at a test terminal, or recorded as paid by an admin in a store that only has a test terminal. */
export const isTestSale = (orderId: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT 1 FROM payment_attempt tried JOIN terminal ON terminal.id = tried.terminal_id
  WHERE tried.order_id = ${orderId} AND tried.state IN ('APPROVED', 'MANUAL') AND terminal.provider = 'test')`
