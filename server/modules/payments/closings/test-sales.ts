import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'

type Db = Kysely<Database>

/** Whether the shop has never had a terminal that takes money: it then shows its test payments, marked as such. */
export async function isTestShop(db: Db): Promise<boolean> {
  const real = db.selectFrom('terminal').select('id').where('provider', '<>', 'test').limit(1)
  return (await real.executeTakeFirst()) === undefined
}

/** The stores in which test payments may have been made since a moment; undefined in a shop that has nothing else. */
export async function findTestingStores(db: Db, since: Date): Promise<number[] | undefined> {
  if (await isTestShop(db)) return undefined
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM store WHERE payment_mode = 'test' OR EXISTS (
      SELECT 1 FROM terminal JOIN test_terminal_payment payment ON payment.terminal_id = terminal.id
      WHERE terminal.store_id = store.id AND payment.state = 'approved' AND payment.decided_at >= ${since})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether an order was paid at a test terminal, or recorded as paid by an admin in a store that only has a test terminal. */
export const isTestSale = (orderId: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT 1 FROM payment_attempt tried JOIN terminal ON terminal.id = tried.terminal_id
  WHERE tried.order_id = ${orderId} AND tried.state IN ('APPROVED', 'MANUAL') AND terminal.provider = 'test')`
