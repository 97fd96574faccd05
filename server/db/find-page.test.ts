import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import type { DatabaseHandle } from './connect.ts'
import { findPage } from './find-page.ts'

const ROWS = 2_345

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
  // Many of each name: only the id tells them apart.
  await sql`INSERT INTO supplier (name) SELECT 'farm ' || n % 7 FROM generate_series(1, ${ROWS}::integer) n`.execute(
    database.kysely,
  )
})
afterAll(() => database.close())

const page = (asked: { sort?: string; page?: number; size?: number }, name?: string) => {
  const all = database.kysely.selectFrom('supplier')
  return findPage(
    {
      matching: name === undefined ? all : all.where('name', '=', name),
      show: rows => rows.select(['id', 'name']),
      sorts: { name: sql`name`, id: sql`id` },
      usual: 'id',
      id: sql`id`,
    },
    asked,
  )
}

test.each(['name', '-name', 'id', '-id'])('all pages of a long list together are the list, by %s', async sort => {
  const wanted = (await page({ sort, size: ROWS })).items
  const seen: typeof wanted = []
  for (let number = 1; seen.length < ROWS; number++) {
    const { items, total } = await page({ sort, page: number, size: 100 })
    expect([total, items.length]).toEqual([ROWS, Math.min(100, ROWS - seen.length)])
    seen.push(...items)
  }
  expect(seen).toEqual(wanted)
})

test('a page beyond the end is empty, and still tells how many there are', async () => {
  expect(await page({ page: 25, size: 100 })).toEqual({ items: [], total: ROWS })
  expect(await page({ page: 2, size: 100 }, 'nobody')).toEqual({ items: [], total: 0 })
})

test('the conditions of a list are those of its total', async () => {
  expect((await page({ size: 1 }, 'farm 0')).total).toBe(Math.floor(ROWS / 7))
})

test('a column that the list has not is a fault, never the order of chance', async () => {
  await expect(page({ sort: 'price' })).rejects.toThrow(/price/)
})
