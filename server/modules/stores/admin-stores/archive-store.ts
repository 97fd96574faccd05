import type { Transaction } from 'kysely'
import { DatabaseError } from 'pg'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { leaveSight, lockStoreAndShoppers } from './hide-store.ts'
import { findAdminStore, hasHistory, showAdminStore } from './queries.ts'

type Archive = { id: number; revision: number; archived: boolean }

/** Hides a store from shoppers permanently, or brings it back, unpublished. Its history stays. */
export async function archiveStore(context: Context, { id, revision, archived }: Archive, author: Author) {
  return inRefusableTransaction(context.db, async trx => {
    await lockStoreAndShoppers(trx, id)
    const row = await trx.selectFrom('store').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return refuse('notFound')
    const inTrx = { ...context, db: trx }
    if (row.revision !== revision) return refuse('record.changed', { current: await findAdminStore(inTrx, id) })
    const before = { archived: row.archived_at !== null, published: row.published }
    const after = { archived, published: row.published && !archived }
    if (await recordChange(trx, { kind: 'store', id, before, after, author })) {
      const waiting = archived && (await arePreordersWaiting(trx, id))
      if (waiting) return refuse('store.preordersWaiting')
      const refused = archived ? await leaveSight(trx, id, author) : undefined
      if (refused) return refused
      await trx
        .updateTable('store')
        .set({ archived_at: archived ? author.at : null, published: after.published, revision: row.revision + 1 })
        .where('id', '=', id)
        .execute()
    }
    return showAdminStore(inTrx, id)
  })
}

/** Whether ordered goods still have to be picked up and paid there. */
const arePreordersWaiting = async (trx: Transaction<Database>, storeId: number) =>
  (await trx
    .selectFrom('customer_order')
    .select('id')
    .where('store_id', '=', storeId)
    .where('preorder_event_id', 'is not', null)
    .where('status', 'in', ['preorder_booked', 'preorder_delivered', 'payment_pending', 'error'])
    .where('cancelled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** SQLSTATE: another row still references this one. */
const isNamedElsewhere = (error: unknown) => error instanceof DatabaseError && error.code === '23503'

/** Removes a store without any history, with its shelves, hours and terminals. */
export async function removeStore({ db }: Context, id: number, author: Author) {
  try {
    return await inRefusableTransaction(db, async trx => {
      await lockStoreAndShoppers(trx, id)
      const row = await trx.selectFrom('store').select(['name', 'address']).where('id', '=', id).executeTakeFirst()
      if (!row) return refuse('notFound')
      if (await hasHistory(trx, id)) return refuse('record.inUse')
      await trx.updateTable('app_user').set({ active_store_id: null }).where('active_store_id', '=', id).execute()
      for (const table of [
        'store_stock',
        'store_hours',
        'store_hours_exception',
        'store_past_clock',
        'terminal',
      ] as const)
        await trx.deleteFrom(table).where('store_id', '=', id).execute()
      await trx.deleteFrom('store').where('id', '=', id).execute()
      await recordChange(trx, { kind: 'store', id, before: row, after: null, author })
      return {}
    })
  } catch (error) {
    if (isNamedElsewhere(error)) return refuse('record.inUse')
    throw error
  }
}
