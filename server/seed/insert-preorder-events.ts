import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import type { DemoEvent, StoreKey } from './data/types.ts'
import type { Ids } from './ids.ts'

type Belonging = { storeIds: Ids<StoreKey>; productIds: Ids<string>; now: Date }

/** Inserts open events, dated relative to the seeding, with their products and stores. */
export async function insertPreorderEvents(
  db: Transaction<Database>,
  events: readonly DemoEvent[],
  belonging: Belonging,
): Promise<void> {
  for (const event of events) await insertEvent(db, event, belonging)
}

async function insertEvent(db: Transaction<Database>, event: DemoEvent, { storeIds, productIds, now }: Belonging) {
  const start_date = plusDays(shopDate(now), event.startsInDays)
  const { id: event_id } = await db
    .insertInto('preorder_event')
    .values({
      names: sql`${JSON.stringify(event.names)}::jsonb`,
      descriptions: sql`${JSON.stringify(event.descriptions)}::jsonb`,
      start_date,
      end_date: plusDays(start_date, event.lastsDays - 1),
      status: 'open',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('preorder_event_store')
    .values(event.stores.map(key => ({ event_id, store_id: storeIds.idOf(key) })))
    .execute()
  await db
    .insertInto('preorder_event_item')
    .values(
      event.items.map(({ product, capPieces }, position) => ({
        event_id,
        product_id: productIds.idOf(product),
        position,
        cap_thousandths: capPieces === null ? null : capPieces * 1000,
      })),
    )
    .execute()
}
