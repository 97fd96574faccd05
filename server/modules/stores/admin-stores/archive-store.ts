import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { revokeDoorCodes } from '#server/modules/stores/doors/code-rows.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, type Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findAdminStore, hasHistory, getAdminStore } from './queries.ts'

/** What the module of orders does when shoppers no longer see a store. */
export type StoreOrders = {
  /** Whether ordered goods still have to be picked up and paid there. */
  arePreordersWaiting: (trx: Trx, storeId: number) => Promise<boolean>
  /** Cancels the orders at checkout; refuses while a payment is in progress there. */
  cancelCheckouts: (trx: Trx, storeId: number, author: Author) => Promise<Refusal<'store.paymentsOpen'> | undefined>
}

type ArchiveInput = { id: number; revision: number; archived: boolean; orders: StoreOrders }

/** Hides a store from shoppers permanently, or brings it back, unpublished. Its history stays. */
export async function archiveStore(context: Context, { id, revision, archived, orders }: ArchiveInput, author: Author) {
  return inRefusableTransaction(context.db, async trx => {
    await lockStoreAndShoppers(trx, id)
    const row = await trx.selectFrom('store').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return refuse('notFound')
    const inTrx = { ...context, db: trx }
    if (row.revision !== revision) return refuse('record.changed', { current: await findAdminStore(inTrx, id) })
    const before = { archived: row.archived_at !== null, published: row.published }
    const after = { archived, published: row.published && !archived }
    if (await recordChange(trx, { kind: 'store', id, before, after, author })) {
      const waiting = archived && (await orders.arePreordersWaiting(trx, id))
      if (waiting) return refuse('store.preordersWaiting')
      const refused = archived ? await hideFromShoppers(trx, id, { author, orders }) : undefined
      if (refused) return refused
      await trx
        .updateTable('store')
        .set({ archived_at: archived ? author.at : null, published: after.published, revision: row.revision + 1 })
        .where('id', '=', id)
        .execute()
    }
    return getAdminStore(inTrx, id)
  })
}

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
        'store_staffed_hours',
        'store_staffed_hours_exception',
        'store_time_zone_history',
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

/** Locks the shoppers who have chosen the store: placing an order and paying lock the same row. */
const lockShoppers = (trx: Trx, storeId: number) =>
  trx.selectFrom('app_user').select('id').where('active_store_id', '=', storeId).orderBy('id').forUpdate().execute()

/**
 * Locks a store that is about to be hidden from shoppers, and the shoppers who have chosen it: from now on it can't be chosen,
 * and no order can be placed or payment begun there. Locks the shoppers first, then the store, in the order of the shoppers' own
 * requests.
 */
export async function lockStoreAndShoppers(trx: Trx, storeId: number): Promise<void> {
  await lockShoppers(trx, storeId)
  await sql`SELECT id FROM store WHERE id = ${storeId} FOR UPDATE`.execute(trx)
  // Shoppers who chose it in between.
  await lockShoppers(trx, storeId)
}

type HideInput = { author: Author; orders: StoreOrders }

/**
 * Cleans up after a store that shoppers no longer see: it is no longer any shopper's active store, its door codes are revoked,
 * and orders at checkout are cancelled. Refuses while a payment is in progress there. The caller has locked the store and the
 * shoppers.
 */
export async function hideFromShoppers(trx: Trx, storeId: number, { author, orders }: HideInput) {
  const refused = await orders.cancelCheckouts(trx, storeId, author)
  if (refused) return refused
  await revokeDoorCodes(trx, { storeId }, author.at)
  await trx.updateTable('app_user').set({ active_store_id: null }).where('active_store_id', '=', storeId).execute()
  return undefined
}
