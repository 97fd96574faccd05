import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { addProduct, addStore, addVatClass } from './catalogue.ts'
import { addEvent } from './preorder-events.ts'

/** Stores and products for pre-orders; `event` creates their events. */
export async function stockPreorders(database: DatabaseHandle) {
  const db = database.kysely
  const store = { enable_preorders: true }
  const storeId = await addStore(database, { ...store, name: 'Testilä' })
  const otherStore = await addStore(database, { ...store, name: 'Toisaalla' })
  const vatClassId = await addVatClass(database, { name: `food of ${storeId}`, rates: { '2020-01-01': 1350 } })
  const product = { vatClassId, product_type: 'preorder' } as const
  const pike = await addProduct(database, {
    ...product,
    names: { en: 'Pike', fi: 'Hauki' },
    price_cents: 1200,
    perishable: true,
  })
  const perch = await addProduct(database, { ...product, names: { en: 'Perch' }, price_cents: 950 })
  const net = await addProduct(database, { ...product, names: { en: 'Net' }, price_cents: 4500 })
  const milk = await addProduct(database, { vatClassId, names: { en: 'Milk' } })
  return {
    storeId,
    otherStore,
    pike,
    perch,
    net,
    milk,
    event: (caps: Record<number, number | null>, changes: Partial<Parameters<typeof addEvent>[1]> = {}) =>
      addEvent(db, {
        stores: [storeId, otherStore],
        caps: new Map(Object.entries(caps).map(([id, cap]) => [Number(id), cap])),
        ...changes,
      }),
    shopper: (changes: Parameters<typeof signedInShopper>[1] = {}) =>
      signedInShopper(database, { activeStoreId: storeId, ...changes }),
    async getUser(session: string): Promise<{ id: number; email: string }> {
      const sessions = db.selectFrom('session').innerJoin('app_user', 'app_user.id', 'session.user_id')
      const user = sessions.select(['app_user.id', 'app_user.email']).where('token_sha256', '=', sha256(session))
      return user.executeTakeFirstOrThrow()
    },
    /** Booked pieces by product id. */
    async booked(eventId: number): Promise<Record<number, number>> {
      const items = db.selectFrom('preorder_event_item').selectAll().where('event_id', '=', eventId)
      return Object.fromEntries((await items.execute()).map(item => [item.product_id, item.booked_thousandths / 1000]))
    },
  }
}
export type PreorderStock = Awaited<ReturnType<typeof stockPreorders>>
