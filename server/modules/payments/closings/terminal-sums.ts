import type { Closing as ShownClosing } from '#contract/payments/closings.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import type { TerminalDay } from '#domain/payments/closing.ts'
import { dayStart, type StoreClock } from '#domain/stores/store-clock.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Days } from './book-rows.ts'

export type TerminalSum = ShownClosing['terminal_sum']
export type KnownTerminal = { id: number; name: string; provider: string; storeId: number }
type Known = { terminals: readonly KnownTerminal[]; storeClocks: ReadonlyMap<number, StoreClock[]> }

const keyOf = ({ terminalId, date }: Pick<TerminalDay, 'terminalId' | 'date'>) => `${terminalId} ${date}`

type SumRow = { sum_cents: number; note: string; revision: number }

const toldByAdmin = ({ sum_cents, note, revision }: SumRow): TerminalSum => ({
  amount: eurosFromCents(sum_cents),
  told_by: 'admin',
  note,
  revision,
})

/** Each terminal's own sum for each day: from the terminal itself if it can be asked, otherwise as an admin read it there. */
export async function findTerminalSums(context: Context, days: Days, { terminals, storeClocks }: Known) {
  const sums = new Map<string, TerminalSum>()
  const told = await context.db
    .selectFrom('terminal_day_sum')
    .select(['terminal_id', 'date', 'sum_cents', 'note', 'revision'])
    .where('date', '>=', days.from)
    .where('date', '<=', days.until)
    .execute()
  for (const row of told) sums.set(keyOf({ terminalId: row.terminal_id, date: row.date }), toldByAdmin(row))
  await Promise.all(
    terminals.map(async terminal => {
      const asked = { ...terminal, clocks: storeClocks.get(terminal.storeId) ?? [] }
      for (const [date, cents] of await askTerminal(context, days, asked)) {
        const amount = eurosFromCents(cents)
        sums.set(keyOf({ terminalId: terminal.id, date }), { amount, told_by: 'terminal', note: '', revision: 0 })
      }
    }),
  )
  return { of: (day: Pick<TerminalDay, 'terminalId' | 'date'>): TerminalSum => sums.get(keyOf(day)) ?? null }
}

type Asked = { id: number; provider: string; clocks: readonly StoreClock[] }

async function askTerminal({ terminals }: Context, { from, until }: Days, { id, provider, clocks }: Asked) {
  const takings = terminals.byProvider(provider)?.takings
  if (!takings) return []
  const dates: string[] = []
  for (let date = from; date <= until; date = plusDays(date, 1)) dates.push(date)
  const moments = [...dates, plusDays(until, 1)].map(date => dayStart(clocks, date))
  const cents = await takings(id, moments)
  return dates.map((date, place) => [date, cents[place] ?? 0] as const)
}

type Told = { terminalId: number; date: string; revision: number; amount: number | null; note: string }

/** Stores the sum that an admin read on the terminal, or removes a misread one. The change is in the terminal's audit log. */
export async function recordTerminalSum({ db }: Context, told: Told, author: Author) {
  const { terminalId, date, amount, note } = told
  const cents = amount === null ? null : centsFromEuros(amount)
  if (cents === undefined) return refuse('request.invalid', { fields: ['amount'] })
  return inRefusableTransaction(db, async trx => {
    const terminal = trx.selectFrom('terminal').select('id').where('id', '=', terminalId).forNoKeyUpdate()
    if (!(await terminal.executeTakeFirst())) return refuse('terminal.notFound')
    const ofDay = trx.selectFrom('terminal_day_sum').selectAll().where('terminal_id', '=', terminalId)
    const before = await ofDay.where('date', '=', date).executeTakeFirst()
    if ((before?.revision ?? 0) !== told.revision)
      return refuse('record.changed', { current: before ? toldByAdmin(before) : null })
    const factsOf = (sum: number | null | undefined, remark: string) => ({
      [`day_sum.${date}`]: sum == null ? null : eurosFromCents(sum),
      [`day_note.${date}`]: sum == null ? null : remark || null,
    })
    await recordChange(trx, {
      kind: 'terminal',
      id: terminalId,
      before: factsOf(before?.sum_cents, before?.note ?? ''),
      after: factsOf(cents, note),
      author,
    })
    if (cents === null) {
      await trx.deleteFrom('terminal_day_sum').where('terminal_id', '=', terminalId).where('date', '=', date).execute()
      return { terminal_sum: null }
    }
    const row = { sum_cents: cents, note, revision: told.revision + 1, told_by: author.userId, told_at: author.at }
    await trx
      .insertInto('terminal_day_sum')
      .values({ terminal_id: terminalId, date, ...row })
      .onConflict(conflict => conflict.columns(['terminal_id', 'date']).doUpdateSet(row))
      .execute()
    return { terminal_sum: toldByAdmin(row) }
  })
}
