import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MarkdownRules } from '#contract/stock/markdown-rules.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let shop: ShopWithCaller
let stocked: Stocked

beforeAll(async () => {
  shop = await openShop({ as: 'admin' })
})
beforeEach(async () => {
  stocked = await stockShop(shop.database)
})
afterAll(() => shop.close())

const all = { product_id: null, group_id: null, steps: [{ days_left: 2, percent: 30 }] }
const path = () => `stores/${stocked.storeId}/markdown-rules`

async function change(rules: object[], revision = 0, caller = shop.me) {
  const { status, body } = await caller.call(`PUT ${path()}`, { revision, rules })
  return { status, body: body as MarkdownRules & { code?: string; problems?: object[]; current?: MarkdownRules } }
}

test('rules are changed by keepers of the store, and only from their newest revision', async () => {
  expect((await shop.me.call(`GET ${path()}`)).body).toEqual({ revision: 0, rules: [] })
  const keeper = await shop.caller('keeper', [stocked.storeId])
  expect(await change([all], 0, keeper)).toEqual({ status: 200, body: { revision: 1, rules: [all] } })
  const second = { ...all, product_id: stocked.milk }
  expect((await change([second])).body).toMatchObject({ code: 'record.changed', current: { revision: 1 } })
  expect((await change([all, second], 1)).body).toMatchObject({ revision: 2, rules: [all, second] })
  const helper = await shop.caller('helper', [stocked.storeId])
  expect((await change([], 2, helper)).status).toBe(403)
})

test('a change is in the audit log, and shoppers’ phones load the new rules', async () => {
  const version = () =>
    shop.database.kysely
      .selectFrom('store')
      .select('catalogue_version')
      .where('id', '=', stocked.storeId)
      .executeTakeFirstOrThrow()
  const before = await version()
  await change([all])
  const after = await version()
  expect(after).not.toEqual(before)
  // The same again is no change.
  expect((await change([all], 1)).body.revision).toBe(1)
  expect(await version()).toEqual(after)
  const entries = await shop.database.kysely
    .selectFrom('audit_entry')
    .select('changes')
    .where('kind', '=', 'store')
    .where('record_id', '=', stocked.storeId)
    .execute()
  expect(entries.map(entry => entry.changes)).toEqual([[{ field: 'markdowns.all', from: null, to: '2: 30 %' }]])
})

test.each<[string, object[], object]>([
  ['two for the same', [all, all], { field: 'rules.1', problem: 'taken' }],
  [
    'two steps from one day',
    [{ ...all, steps: [...all.steps, ...all.steps] }],
    { field: 'rules.0.steps', problem: 'taken' },
  ],
  ['for both', [{ ...all, product_id: 1, group_id: 1 }], { field: 'rules.0', problem: 'invalid' }],
  ['of an unknown product', [{ ...all, product_id: 999_999 }], { field: 'rules.0', problem: 'unknown' }],
  ['of an unknown group', [{ ...all, group_id: 999_999 }], { field: 'rules.0', problem: 'unknown' }],
])('rules are refused: %s', async (_what, rules, problem) => {
  const { status, body } = await change(rules)
  expect(status).toBe(422)
  expect(body.problems).toContainEqual(problem)
})
