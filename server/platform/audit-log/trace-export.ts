import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { recordChange } from './record-change.ts'

type Carried = {
  list: 'users' | 'orders' | 'preorders' | 'pickList' | 'visits' | 'audit'
  query: Readonly<Record<string, unknown>>
  userId: number
}

/**
 * Who carries away what is known of people leaves a trace, before the first row does. What was searched for is often
 * somebody's name or address: the trail says only that it was searched.
 */
export async function traceExport({ db, log, now }: Context, { list, query, userId }: Carried): Promise<void> {
  log.info({ list, userId }, 'a list was exported')
  const after = { list, query: { ...query, ...(query['q'] !== undefined && { q: '…' }) } }
  await inTransaction(db, trx =>
    recordChange(trx, { kind: 'export', id: 1, before: null, after, author: { userId, at: now() } }),
  )
}
