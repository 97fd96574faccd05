import { type RawBuilder, sql } from 'kysely'
import type { Closing as ShownClosing } from '#contract/payments/closings.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { type Closing, sumClosingDays, sumClosings, type TerminalDay } from '#domain/payments/closing.ts'
import { findPaymentApp, getPaymentMethod } from '#domain/payments/terminals/terminal-providers.ts'
import { dayOfClock, dayStart, type StoreClock } from '#domain/stores/store-clock.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { findStoreClocks } from '#server/modules/stores/admin-stores/store-clocks.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { countUnclear, type Days, findBooked } from './bookkeeping-rows.ts'
import { findTerminalAccounts } from './terminal-accounts.ts'

/**
 * `test`: selects the days with test payments, which take no money and are never listed with real ones. Default: `isTestShop`.
 */
export type MonthQuery = { month: string; stores: StoreScope; test?: boolean | undefined }

type ClosingNames = {
  store: ShownClosing['store']
  terminal: ShownClosing['terminal']
  isOver: boolean
  terminalSum: TerminalSum
  differenceCents: number | null
  unclear: number
}
export type NamedClosing = Closing & ClosingNames

const lastDayOfMonth = (month: string): string => {
  const next = plusDays(`${month}-28`, 4).slice(0, 7)
  return plusDays(`${next}-01`, -1)
}

export const toDays = ({ month, stores }: MonthQuery): Days => ({
  from: `${month}-01`,
  until: lastDayOfMonth(month),
  stores,
})

const terminalDayKey = ({ terminalId, storeId, date }: TerminalDay) => `${date} ${storeId} ${terminalId}`

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
  const days = toDays(query)
  const [booked, unclearDays, terminals] = await Promise.all([
    findBooked(context.db, days),
    countUnclear(context.db, days),
    findTerminals(context, query),
  ])
  const storeClocks = await findStoreClocks(context.db)
  const terminalSums = await findTerminalSums(context, days, { terminals, storeClocks })
  const accounts = await findTerminalAccounts(context, terminals)
  const terminalsById = new Map(terminals.map(terminal => [terminal.id, terminal]))
  const unclear = new Map(unclearDays.map(day => [terminalDayKey(day), day.count]))
  const moved = sumClosingDays(booked)
  const seen = new Set(moved.map(terminalDayKey))
  const still = unclearDays.filter(day => !seen.has(terminalDayKey(day)))
  const quiet = still.map(({ count: _count, ...day }): Closing => ({ ...day, ...sumClosings([]) }))
  return [...moved, ...quiet]
    .flatMap((closing): NamedClosing[] => {
      const terminal = terminalsById.get(closing.terminalId)
      if (!terminal) return []
      const { id, name, provider } = terminal
      const clocks = storeClocks.get(terminal.storeId) ?? []
      const clock = clocks.at(-1)
      const [start, end] = [dayStart(clocks, closing.date), dayStart(clocks, plusDays(closing.date, 1))]
      const terminalSum = terminalSums.of(closing)
      return [
        {
          ...closing,
          store: { id: closing.storeId, name: terminal.storeName },
          terminal: {
            id,
            name,
            is_test: provider === 'test',
            method: getPaymentMethod(provider),
            app: findPaymentApp(provider),
            accounts: accounts.between(id, start, end),
          },
          isOver: clock !== undefined && closing.date < dayOfClock(clock, context.now()),
          terminalSum,
          differenceCents: terminalSum && (centsFromEuros(terminalSum.amount) ?? 0) - closing.cardCents,
          unclear: unclear.get(terminalDayKey(closing)) ?? 0,
        },
      ]
    })
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.storeId - b.storeId || a.terminalId - b.terminalId)
}

const findTerminals = ({ db }: Context, { stores }: MonthQuery) =>
  db
    .selectFrom('terminal')
    .innerJoin('store', 'store.id', 'terminal.store_id')
    .select(['terminal.id', 'terminal.name', 'terminal.provider'])
    .select(['store.id as storeId', 'store.name as storeName'])
    .where(inStores(stores, sql`store.id`))
    .execute()

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

type TerminalSum = ShownClosing['terminal_sum']
type ClosingTerminal = { id: number; name: string; provider: string; storeId: number }
type ClosingTerminals = { terminals: readonly ClosingTerminal[]; storeClocks: ReadonlyMap<number, StoreClock[]> }

const terminalSumKey = ({ terminalId, date }: Pick<TerminalDay, 'terminalId' | 'date'>) => `${terminalId} ${date}`

type SumRow = { sum_cents: number; note: string; revision: number }

const toTerminalSum = ({ sum_cents, note, revision }: SumRow): TerminalSum => ({
  amount: eurosFromCents(sum_cents),
  reported_by: 'admin',
  note,
  revision,
})

/** Each terminal's own sum for each day: from the terminal itself if it can be asked, otherwise as an admin read it there. */
async function findTerminalSums(context: Context, days: Days, { terminals, storeClocks }: ClosingTerminals) {
  const sums = new Map<string, TerminalSum>()
  const input = await context.db
    .selectFrom('terminal_daily_total')
    .select(['terminal_id', 'date', 'sum_cents', 'note', 'revision'])
    .where('date', '>=', days.from)
    .where('date', '<=', days.until)
    .execute()
  for (const row of input) sums.set(terminalSumKey({ terminalId: row.terminal_id, date: row.date }), toTerminalSum(row))
  await Promise.all(
    terminals.map(async terminal => {
      const query = { ...terminal, clocks: storeClocks.get(terminal.storeId) ?? [] }
      for (const [date, cents] of await findTakings(context, days, query)) {
        const amount = eurosFromCents(cents)
        sums.set(terminalSumKey({ terminalId: terminal.id, date }), {
          amount,
          reported_by: 'terminal',
          note: '',
          revision: 0,
        })
      }
    }),
  )
  return { of: (day: Pick<TerminalDay, 'terminalId' | 'date'>): TerminalSum => sums.get(terminalSumKey(day)) ?? null }
}

type TerminalQuery = { id: number; provider: string; clocks: readonly StoreClock[] }

async function findTakings({ terminals }: Context, { from, until }: Days, { id, provider, clocks }: TerminalQuery) {
  const takings = terminals.byProvider(provider)?.takings
  if (!takings) return []
  const dates: string[] = []
  for (let date = from; date <= until; date = plusDays(date, 1)) dates.push(date)
  const moments = [...dates, plusDays(until, 1)].map(date => dayStart(clocks, date))
  const cents = await takings(id, moments)
  return dates.map((date, place) => [date, cents[place] ?? 0] as const)
}

type TerminalSumInput = { terminalId: number; date: string; revision: number; amount: number | null; note: string }

/** Stores the sum that an admin read on the terminal, or removes a misread one. The change is in the terminal's audit log. */
export async function recordTerminalSum({ db }: Context, input: TerminalSumInput, author: Author) {
  const { terminalId, date, amount, note } = input
  const cents = amount === null ? null : centsFromEuros(amount)
  if (cents === undefined) return refuse('request.invalid', { fields: ['amount'] })
  return inRefusableTransaction(db, async trx => {
    const terminal = trx.selectFrom('terminal').select('id').where('id', '=', terminalId).forNoKeyUpdate()
    if (!(await terminal.executeTakeFirst())) return refuse('terminal.notFound')
    const dayTotals = trx.selectFrom('terminal_daily_total').selectAll().where('terminal_id', '=', terminalId)
    const before = await dayTotals.where('date', '=', date).executeTakeFirst()
    if ((before?.revision ?? 0) !== input.revision)
      return refuse('record.changed', { current: before ? toTerminalSum(before) : null })
    const toAuditFields = (sum: number | null | undefined, remark: string) => ({
      [`day_sum.${date}`]: sum == null ? null : eurosFromCents(sum),
      [`day_note.${date}`]: sum == null ? null : remark || null,
    })
    await recordChange(trx, {
      kind: 'terminal',
      id: terminalId,
      before: toAuditFields(before?.sum_cents, before?.note ?? ''),
      after: toAuditFields(cents, note),
      author,
    })
    if (cents === null) {
      await trx
        .deleteFrom('terminal_daily_total')
        .where('terminal_id', '=', terminalId)
        .where('date', '=', date)
        .execute()
      return { terminal_sum: null }
    }
    const row = {
      sum_cents: cents,
      note,
      revision: input.revision + 1,
      reported_by: author.userId,
      reported_at: author.at,
    }
    await trx
      .insertInto('terminal_daily_total')
      .values({ terminal_id: terminalId, date, ...row })
      .onConflict(conflict => conflict.columns(['terminal_id', 'date']).doUpdateSet(row))
      .execute()
    return { terminal_sum: toTerminalSum(row) }
  })
}
