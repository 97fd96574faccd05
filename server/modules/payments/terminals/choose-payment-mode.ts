import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { sql } from 'kysely'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'
import { addTestTerminal } from '#server/modules/stores/admin-stores/test-terminals.ts'

type Choice = { storeId: number; payment_mode: 'test' | 'terminal'; author: Author }

/** Sets whether a store's test terminals or its real ones take the payments. */
export async function choosePaymentMode({ db, config }: Context, { storeId: id, payment_mode, author }: Choice) {
  if (payment_mode === 'test' && !config.testPayment)
    return refuse('form.invalid', { problems: [{ field: 'payment_mode', problem: 'notHere' }] })
  return inRefusableTransaction(db, async trx => {
    const store = trx.selectFrom('store').select('payment_mode').where('id', '=', id)
    const before = await store.forNoKeyUpdate().executeTakeFirst()
    if (!before) return refuse('store.notFound')
    if (payment_mode === 'test') await addTestTerminal(trx, id)
    if (await recordChange(trx, { kind: 'store', id, before, after: { payment_mode }, author }))
      await trx
        .updateTable('store')
        .set({ payment_mode, revision: sql`revision + 1` })
        .where('id', '=', id)
        .execute()
    return {}
  })
}
