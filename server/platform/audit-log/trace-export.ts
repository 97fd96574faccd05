import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { recordChange } from './record-change.ts'

type Carried = {
  list: 'users' | 'orders' | 'preorders' | 'pickList' | 'visits' | 'audit'
  query: Readonly<Record<string, unknown>>
  userId: number
}

/**
 * Records an export of personal data in the audit log, before its first row is sent. A search text is often a person's name or
 * address, so the audit log contains only that there was one.
 */
export async function traceExport({ db, log, now }: Context, { list, query, userId }: Carried): Promise<void> {
  log.info({ list, userId }, 'a list was exported')
  const after = { list, query: { ...query, ...(query['q'] !== undefined && { q: '…' }) } }
  await inTransaction(db, trx =>
    recordChange(trx, { kind: 'export', id: 1, before: null, after, author: { userId, at: now() } }),
  )
}
