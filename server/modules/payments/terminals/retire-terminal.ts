import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { notifyMoneyChange } from './notify-money-change.ts'
import { getTerminal } from './queries.ts'

type RetireTerminalInput = { id: number; retired: boolean; author: Author }

/** Takes a terminal out of use, or back. Payments in progress there continue, and refunds are still made there. */
export async function retireTerminal(context: Context, { id, retired, author }: RetireTerminalInput) {
  return inRefusableTransaction(context.db, async trx => {
    const row = await trx
      .selectFrom('terminal')
      .select('retired_at')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return refuse('terminal.notFound')
    const before = { retired: row.retired_at !== null }
    const after = { retired }
    if (await recordChange(trx, { kind: 'terminal', id, before, after, author })) {
      await trx
        .updateTable('terminal')
        .set({ retired_at: retired ? author.at : null })
        .where('id', '=', id)
        .execute()
      if (!retired) await notifyMoneyChange({ ...context, db: trx }, { terminalId: id, before, after, author })
    }
    return getTerminal(trx, id)
  })
}

/** Removes a terminal that has no payment attempts and no day sums entered by an admin. */
export async function removeTerminal({ db }: Context, { id, author }: { id: number; author: Author }) {
  return inRefusableTransaction(db, async trx => {
    // A payment that begins there waits for this lock, and then finds no such terminal.
    const row = await trx
      .selectFrom('terminal')
      .select(['store_id', 'name', 'provider'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('terminal.notFound')
    const attempt = trx.selectFrom('payment_attempt').select('id').where('terminal_id', '=', id).limit(1)
    const daySum = trx.selectFrom('terminal_daily_total').select('date').where('terminal_id', '=', id).limit(1)
    if ((await attempt.executeTakeFirst()) ?? (await daySum.executeTakeFirst())) return refuse('record.inUse')
    await trx.deleteFrom('terminal').where('id', '=', id).execute()
    await recordChange(trx, { kind: 'terminal', id, before: row, after: null, author })
    return {}
  })
}
