import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_VIEWS, type SavedView } from '#contract/administration/saved-views.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import type { Caller } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let bertil: Caller
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['administration'] })
  anna = await server.caller('admin')
  bertil = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const view = (change: object = {}) => ({
  list: 'products',
  name: 'Dairy',
  query: 'q=maito&sort=-price',
  shared: false,
  ...change,
})
async function addView(change: object, by = anna): Promise<SavedView> {
  const { status, body } = await by.call('POST views', view(change))
  expectSuccess({ status, body })
  return body as SavedView
}
const namesFor = async (admin: Caller, list: string) =>
  ((await admin.call(`GET views?list=${list}`)).body as SavedView[]).map(({ name, is_own }) =>
    is_own ? name : `${name} of another`,
  )

test('a view is visible to its owner, and to every admin when it is shared', async () => {
  const ownView = await addView({ list: 'audit', name: ' Mine ' })
  expect(ownView).toEqual({
    id: ownView.id,
    list: 'audit',
    name: 'Mine',
    query: 'q=maito&sort=-price',
    shared: false,
    is_own: true,
  })
  await addView({ list: 'audit', name: 'Ours', shared: true })
  expect(await namesFor(anna, 'audit')).toEqual(['Mine', 'Ours'])
  expect(await namesFor(bertil, 'audit')).toEqual(['Ours of another'])
  expect(await namesFor(anna, 'stock')).toEqual([])
})

test('a view is renamed, shared and removed only by admins who can see it', async () => {
  const { id } = await addView({ list: 'stock', name: 'Low' })
  const change = { name: 'Lowest', query: 'level=low', shared: true }
  expect((await bertil.call(`PUT views/${id}`, change)).status).toBe(404)
  expect((await bertil.call(`DELETE views/${id}`)).status).toBe(404)
  expect((await anna.call(`PUT views/${id}`, change)).body).toMatchObject({
    ...change,
    id,
    list: 'stock',
    is_own: true,
  })
  expect((await bertil.call(`PUT views/${id}`, { ...change, name: 'Least' })).body).toMatchObject({ is_own: false })
  expect(await namesFor(anna, 'stock')).toEqual(['Least'])
  expect((await bertil.call(`DELETE views/${id}`)).status).toBe(200)
  expect(await namesFor(anna, 'stock')).toEqual([])
})

test('renaming a view does not revert what another admin changed meanwhile', async () => {
  const { id } = await addView({ list: 'stores', name: 'Open', shared: true })
  await bertil.call(`PUT views/${id}`, { query: 'published=true' })
  const renamed = await anna.call(`PUT views/${id}`, { name: 'Open now' })
  expect(renamed.body).toMatchObject({ name: 'Open now', query: 'published=true', shared: true })
  expect((await anna.call(`PUT views/${id}`, {})).body).toEqual(renamed.body)
})

test('each admin has their own order of views', async () => {
  const made: number[] = []
  for (const name of ['One', 'Two', 'Three']) made.push((await addView({ list: 'orders', name, shared: true })).id)
  const ids = [made[2], made[0]]
  const ordered = await anna.call('PUT views/order', { list: 'orders', ids: [...ids, 999_999, ids[0]] })
  expect((ordered.body as SavedView[]).map(({ name }) => name)).toEqual(['Three', 'One', 'Two'])
  expect(await namesFor(bertil, 'orders')).toEqual(['One', 'Two', 'Three'].map(name => `${name} of another`))
  await anna.call('PUT views/order', { list: 'orders', ids: [made[1]] })
  expect(await namesFor(anna, 'orders')).toEqual(['Two', 'One', 'Three'])
})

test('the name of a view is unique per list and admin', async () => {
  const first = await addView({ list: 'users', name: 'Blocked' })
  const second = await addView({ list: 'users', name: 'Admins' })
  await addView({ list: 'users', name: 'Blocked' }, bertil)
  const problems = [{ field: 'name', problem: 'taken' }]
  expect((await anna.call('POST views', view({ list: 'users', name: 'Blocked' }))).body).toMatchObject({ problems })
  const renamed = await anna.call(`PUT views/${second.id}`, { name: 'Blocked', query: '', shared: false })
  expect([renamed.status, renamed.body]).toMatchObject([422, { code: 'form.invalid', problems }])
  expect((await anna.call(`PUT views/${first.id}`, { name: 'Blocked', query: '', shared: true })).status).toBe(200)
})

test.each<object>([
  { list: 'secrets' },
  { name: '  ' },
  { name: 'x'.repeat(61) },
  { query: 'q=<script>' },
  { query: 'q=1#x' },
  { query: '//example.com/?' },
  { query: 'q=%zz' },
  { query: 'q=1\n' },
  { query: 'q='.padEnd(1001, 'x') },
  { position: 1 },
])('an invalid view is refused: %j', async change => {
  expect((await anna.call('POST views', view(change))).status).toBe(422)
})

test('an admin can keep a limited number of views per list', async () => {
  for (let number = 1; number <= MAX_VIEWS; number++) await addView({ list: 'refunds', name: `View ${number}` })
  const { status, body } = await anna.call('POST views', view({ list: 'refunds', name: 'One more' }))
  expect([status, body]).toMatchObject([422, { code: 'list.tooLong', max: MAX_VIEWS }])
})
