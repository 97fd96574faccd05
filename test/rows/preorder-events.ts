import type { Insertable } from 'kysely'
import { DAY_MS } from '#domain/durations.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

/** `caps`: pieces by product id, null: unlimited. */
type NewEvent = Partial<Insertable<Database['preorder_event']>> & {
  stores: readonly number[]
  caps: ReadonlyMap<number, number | null>
}

/** Days of an event that still accepts orders for a week and whose pick-up days have begun, so that orders can be paid. */
export const pickUpDays = () => ({
  start_date: shopDate(new Date()),
  end_date: shopDate(new Date(Date.now() + 9 * DAY_MS)),
  order_until: new Date(Date.now() + 7 * DAY_MS),
})

/** Adds an open event with pick-up in a week; returns its id. */
export async function addEvent(db: Db, { stores, caps, ...columns }: NewEvent): Promise<number> {
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const names = { en: 'Fish day', fi: 'Kalapäivä', sv: 'Fiskdag' }
  const descriptions = { en: '', fi: '', sv: '' }
  const event = { names, descriptions, start_date: day(7), end_date: day(9), status: 'open' as const, ...columns }
  const { id } = await db.insertInto('preorder_event').values(event).returning('id').executeTakeFirstOrThrow()
  if (stores.length > 0) {
    const rows = stores.map(store_id => ({ event_id: id, store_id }))
    await db.insertInto('preorder_event_store').values(rows).execute()
  }
  const items = [...caps].map(([product_id, cap], position) => ({
    event_id: id,
    product_id,
    position,
    cap_thousandths: cap === null ? null : cap * 1000,
  }))
  if (items.length > 0) await db.insertInto('preorder_event_item').values(items).execute()
  return id
}
