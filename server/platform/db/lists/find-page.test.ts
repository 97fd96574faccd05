import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { findPage } from './find-page.ts'

const ROWS = 2_345

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
  // Many rows per name: only the id distinguishes them.
  await sql`INSERT INTO supplier (name) SELECT 'farm ' || n % 7 FROM generate_series(1, ${ROWS}::integer) n`.execute(
    database.kysely,
  )
})
afterAll(() => database.close())

type PageInput = { sort?: string; page?: number; size?: number }

const getList = (name?: string) => {
  const all = database.kysely.selectFrom('supplier')
  return {
    matching: name === undefined ? all : all.where('name', 'like', name),
    select: (rows: typeof all) => rows.select(['id', 'name']),
    sorts: { name: sql`name`, id: sql`id` },
    defaultSort: 'id',
    id: sql`id`,
  }
}
const page = (input: PageInput, name?: string) => findPage(getList(name), input)

/** The same as a list with `long`. */
const longPage = (input: PageInput, name?: string) => {
  const db = database.kysely
  const list = getList(name)
  const long = {
    db,
    all: db.selectFrom('supplier'),
    id: sql<number>`id`,
    isInOrder: name === undefined,
    countedUpTo: 1500,
  }
  return findPage({ ...list, long }, input)
}

test.each(['name', '-name', 'id', '-id'])(
  'the pages of a long list, sorted by %s, add up to the whole list',
  async sort => {
    const expected = (await page({ sort, size: ROWS })).items
    const seen: typeof expected = []
    for (let number = 1; seen.length < ROWS; number++) {
      const { items, total } = await page({ sort, page: number, size: 100 })
      expect([total, items.length]).toEqual([ROWS, Math.min(100, ROWS - seen.length)])
      seen.push(...items)
    }
    expect(seen).toEqual(expected)
  },
)

test('a page beyond the end is empty and still has the total', async () => {
  expect(await page({ page: 25, size: 100 })).toEqual({ items: [], total: ROWS })
  expect(await page({ page: 2, size: 100 }, 'nobody')).toEqual({ items: [], total: 0 })
})

test('the total follows the conditions of the list', async () => {
  expect((await page({ size: 1 }, 'farm 0')).total).toBe(Math.floor(ROWS / 7))
})

test('sorting by a column that the list does not have fails', async () => {
  await expect(page({ sort: 'price' })).rejects.toThrow(/price/)
})

test.each([
  ['nothing', 'nobody'],
  ['few', 'farm 3'],
  ['many', 'farm%'],
  ['all', undefined],
])('a long list has the same pages as any other: %s', async (_how, name) => {
  for (const sort of ['name', '-name', 'id', '-id'])
    for (let number = 1; number <= 25; number++) {
      const input = { sort, page: number, size: 100 }
      const [long, short] = await Promise.all([longPage(input, name), page(input, name)])
      expect(long.items).toEqual(short.items)
      // Counted to its end, or as far as it is paged, whichever comes first.
      const counted = Math.min(short.total, Math.max(1500, number * 100))
      expect([long.total, long.has_more ?? false]).toEqual([counted, counted < short.total])
    }
})

/** The same, with rows found together with their sort key. */
const pageWithSortKey = (input: PageInput & { sort: string }, name: string) => {
  const { matching, ...list } = getList(name)
  const isByName = input.sort.endsWith('name')
  const withSortKey = {
    rows: matching.select(['id', (isByName ? sql`name` : sql`id`).as('raw')]),
    key: isByName ? sql`substr(raw, 6)` : undefined,
    toRow: (id: number) => ({ id }),
  }
  const select = (rows: typeof matching) => rows.select('id')
  const long = {
    db: database.kysely,
    all: matching,
    id: sql<number>`id`,
    isInOrder: false,
    countedUpTo: 1500,
    withSortKey,
  }
  return findPage({ ...list, matching, select, long }, input)
}

test.each([
  ['nothing', 'nobody'],
  ['few', 'farm 3'],
  ['many', 'farm%'],
])('a page that comes with the count is the same: %s', async (_how, name) => {
  for (const sort of ['name', '-name', 'id', '-id'])
    for (let number = 1; number <= 25; number++) {
      const input = { sort, page: number, size: 100 }
      const [keyed, long] = await Promise.all([pageWithSortKey(input, name), longPage(input, name)])
      expect(keyed).toEqual({ ...long, items: long.items.map(({ id }) => ({ id })) })
    }
})
