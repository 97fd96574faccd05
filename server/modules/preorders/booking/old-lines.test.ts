import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addProduct, addStore, addVatClass } from '#test/catalogue.ts'
import { testDatabase } from '#test/database.ts'
import { addOrder, addShopper } from '#test/order-rows.ts'

const MIGRATION = join(import.meta.dirname, '../../../platform/schema/before-0.1.0/040-what-an-order-agreed-on.sql')

let database: DatabaseHandle

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Runs the migration's update of existing lines, in a schema that already has its column. */
const fillOldLines = async () => {
  const text = await readFile(MIGRATION, 'utf8')
  await database.pool.query(text.slice(text.indexOf('UPDATE')))
}

test('the migration marks old lines as perishable as their product was when they were ordered', async () => {
  const db = database.kysely
  const vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const storeId = await addStore(database, { enable_preorders: true })
  const userId = await addShopper(database)
  const product = { vatClassId, product_type: 'preorder', perishable: true } as const
  const [marked, unmarked] = [await addProduct(database, product), await addProduct(database, product)]
  const change = (day: string, from: boolean) => ({
    kind: 'product' as const,
    record_id: marked,
    action: 'changed' as const,
    user_id: userId,
    changes: JSON.stringify([
      { field: 'enabled', from: false, to: true },
      { field: 'perishable', from, to: !from },
    ]),
    created_at: new Date(`2026-06-${day}`),
  })
  // The mark was changed twice: today it is as in the beginning.
  await db
    .insertInto('audit_entry')
    .values([change('02', true), change('04', false)])
    .execute()
  const ordered = (day: string, order_type: 'standard' | 'preorder' = 'preorder') =>
    addOrder(database, {
      user_id: userId,
      store_id: storeId,
      order_type,
      status: order_type === 'preorder' ? 'preorder_booked' : 'checkout',
      created_at: new Date(`2026-06-${day}`),
      products: [marked, unmarked],
    })
  const orders = [await ordered('01'), await ordered('03'), await ordered('05'), await ordered('01', 'standard')]
  await fillOldLines()

  const lines = await db
    .selectFrom('order_line')
    .select(['order_id', 'perishable'])
    .where('order_id', 'in', orders)
    .orderBy('order_id')
    .orderBy('product_id')
    .execute()
  const marks = orders.map(id => lines.filter(line => line.order_id === id).map(({ perishable }) => perishable))
  expect(marks).toEqual([
    [true, true],
    [false, true],
    [true, true],
    [null, null],
  ])
})
