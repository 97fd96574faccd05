import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isForOffice } from '#contract/endpoint.ts'
import type { OrderRefunds, Refund } from '#contract/payments/refunds.ts'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { eventually } from '#test/eventually.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { paidOrder } from '#test/shop/refunds.ts'
import { operations } from './operations.ts'

type Schema = { type?: string; properties?: Record<string, Schema>; additionalProperties?: unknown } & {
  [Part in 'items' | 'anyOf' | 'oneOf' | 'allOf']?: Schema | Schema[]
}

/** All parts of an input, with their places. */
function getParts(schema: Schema, place: string): { place: string; part: Schema }[] {
  const inner = [schema.items, schema.anyOf, schema.oneOf, schema.allOf].flatMap(each => each ?? [])
  return [
    { place, part: schema },
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => getParts(part, `${place}.${name}`)),
    ...inner.flatMap(each => getParts(each, place)),
  ]
}
const inputs = operations.flatMap(declared =>
  (['params', 'query', 'body'] as const).flatMap(where => {
    const schema = declared[where]
    if (!schema) return []
    const parts = getParts(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, where)
    return parts.map(each => ({ ...each, where, declared }))
  }),
)

/** What is named besides the store or record that a call is bound to, and why no other store's can be. */
const FURTHER: Readonly<Record<string, string>> = {
  supplier_id: 'Suppliers belong to the shop.',
  vat_class_id: 'VAT classes belong to the shop.',
  group_id: 'Groups belong to the shop.',
  product_id: 'Products belong to the shop.',
  ids: 'Products belong to the shop.',
  event_id: 'Events belong to the shop; what is read or delivered of them is narrowed by store.',
  user_id: 'Only orders in the caller’s stores are listed.',
  lot_id: 'Only lots of the named store are marked.',
  lot_ids: 'Only lots of the named store get labels.',
  delivery_id: 'Only deliveries to the named store are listed.',
  purchase_order_id: 'Only of the named store: a delivery for another store’s order is refused.',
  order_id: 'Only orders of the named store are ticked off.',
  order_line_id: 'Only lines of the named order are refunded.',
  refund_id: 'Only refunds of the named order have a receipt.',
}

describe('the contract', () => {
  test('accepts no field that it does not name, but of browsers’ passkeys and positions', () => {
    const open = inputs.filter(
      ({ where, part }) => where !== 'params' && part.properties && part.additionalProperties !== false,
    )
    expect([...new Set(open.map(({ declared: { name } }) => name))]).toEqual([
      'stores.distances',
      'passkeys.confirm',
      'passkeys.add',
    ])
  })

  test('checks every store that a call of staff names, and knows every other id', () => {
    const unbound = inputs.filter(({ declared: { access, stores }, place, where }) => {
      const bound = Object.values(stores ?? {})
      const name = place.split('.').at(-1) ?? ''
      const isId = place !== where && /(^|_)(ids?|in)$|store/.test(name) && name !== 'enabled'
      return isId && access !== 'admin' && isForOffice({ access }) && !bound.includes(place) && !(name in FURTHER)
    })
    expect([...new Set(unbound.map(({ declared: { name } }) => name.split('.')[0]))]).toEqual([
      'passkeys',
      // Products and events belong to the shop; of a payout, the caller gets the lines of their stores.
      'reports',
      'payouts',
      'adminPreorders',
    ])
  })
})

let shop: Shop
let home: Stocked
let foreign: Stocked
let admin: Caller
let keeper: Caller
let helper: Caller
beforeAll(async () => {
  shop = await openShop({ variables: { PUOTI_RATE_LIMIT_FACTOR: '1000' } })
  home = await stockShop(shop.database)
  foreign = await stockShop(shop.database)
  admin = await shop.caller('admin')
  keeper = await shop.caller('keeper', [home.storeId])
  helper = await shop.caller('helper', [home.storeId])
})
afterAll(() => shop.close())

const buyIn = (stocked: Stocked) => paidOrder(shop, [{ product_id: stocked.milk, quantity: 2 }], { stocked })
const getRefunds = async (id: number) => (await admin.call(`GET orders/${id}/refunds`)).body as OrderRefunds

describe('with the ids of another store, a keeper', () => {
  test('refunds no line and reads no receipt of another order through an own one', async () => {
    const [orderHere, orderThere] = [(await buyIn(home)).order.id, (await buyIn(foreign)).order.id]
    const line = (await getRefunds(orderThere)).lines[0]?.order_line_id
    const refund = { refunded_amount: 0, reason: 'x', return_stock: true }
    const answer = await keeper.call(`POST orders/${orderHere}/refunds`, {
      ...refund,
      lines: [{ order_line_id: line, quantity: 1 }],
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const { id } = (await admin.call(`POST orders/${orderThere}/refunds`, refund)).body as Refund
    await eventually(async () => (await getRefunds(orderThere)).refunds.find(each => each.id === id)?.state === 'DONE')
    expect((await keeper.call(`GET orders/${orderHere}/receipt.pdf?refund_id=${id}`)).status).toBe(404)
    expect((await getRefunds(orderHere)).refunds).toEqual([])
  })

  test('receives nothing for another store’s order, and lists no one who only shopped there', async () => {
    const supplier = await shop.database.kysely.selectFrom('supplier').select('id').executeTakeFirstOrThrow()
    const lines = [{ product_id: home.milk, quantity: 1 }]
    const draft = { store_id: foreign.storeId, supplier_id: supplier.id, note: '', lines }
    const { id, revision } = (await admin.call('POST purchase-orders', draft)).body as PurchaseOrderDetail
    await admin.call(`PUT purchase-orders/${id}/state`, { revision, state: 'sent', by_email: false })
    const received = { kind: 'delivery', supplier_id: supplier.id, purchase_order_id: id, lines }
    for (const by of [helper, keeper]) {
      const key = `a-foreign-order-${by.id}`
      expect((await by.call(`POST stores/${home.storeId}/stock-moves`, { key, ...received })).status).toBe(422)
    }
    expect((await keeper.call(`GET stores/${home.storeId}/deliveries?purchase_order_id=${id}`)).body).toMatchObject({
      total: 0,
    })
    const { order } = await buyIn(foreign)
    const { user_id } = await shop.database.kysely
      .selectFrom('customer_order')
      .select('user_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect((await keeper.call(`GET orders?user_id=${user_id}`)).body).toMatchObject({ total: 0 })
  })

  test('delivers no pre-orders of an event that is not in the own store', async () => {
    const event = await addEvent(shop.database.kysely, {
      stores: [foreign.storeId],
      caps: new Map([[foreign.eventFish, 9]]),
    })
    const deliver = (store_id: number) => keeper.call('POST preorders/deliver', { event_id: event, store_id })
    expect(await deliver(home.storeId)).toMatchObject({ body: { delivered: 0, notified: 0 } })
    expect((await deliver(foreign.storeId)).status).toBe(404)
    for (const file of ['pick-list?', 'pick-sheet.pdf?'])
      expect((await helper.call(`GET preorders/${file}event_id=${event}&store_id=${foreign.storeId}`)).status).toBe(404)
  })
})

test('a helper doesn’t learn what another store offers, from lists, labels or bulk changes of labels', async () => {
  const other = `offered_in=${foreign.storeId}`
  const calls = [
    helper.call(`GET products?${other}`),
    helper.call(`GET products?store=${home.storeId}&${other}`),
    helper.call(`GET shelf-labels.pdf?format=a4-24&${other}`),
    helper.call(`POST shelf-labels/mark-unprinted?${other}`, { ids: null }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await helper.call(`GET products?offered_in=${home.storeId}`)).status).toBe(200)
  expect((await admin.call(`GET products?${other}`)).status).toBe(200)
})

test('nobody gives rights, limits or stores to themselves', async () => {
  const right = [{ kind: 'keeper', store_ids: null }]
  const invitation = { email: 'friend@puoti.example', language: 'en', rights: right }
  for (const by of [keeper, helper]) {
    const calls = [
      by.call(`PUT people/${by.id}/rights`, { from: [], rights: right }),
      by.call('POST invitations', invitation),
      by.call(`PUT users/${by.id}/admin`, { is_admin: true }),
      by.call('PUT settings/free-sum-limits', { revision: 1, keeper_daily: 1000 }),
      by.call('POST views', { list: 'products', name: 'x', query: '', shared: true }),
      by.call(`POST products/${home.milk}/images`),
      by.call('POST product-imports'),
    ]
    for (const { status } of await Promise.all(calls)) expect([403, 404]).toContain(status)
    for (const field of [{ is_admin: true }, { rights: right }, { is_verified: true }, { id: admin.id }]) {
      const answer = await shop.call(by.session, 'PUT user', { ...field })
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'request.invalid' }])
    }
  }
  const rights = shop.database.kysely
    .selectFrom('user_right')
    .select('store_id')
    .where('user_id', 'in', [keeper.id, helper.id])
  expect(await rights.execute()).toEqual([{ store_id: home.storeId }, { store_id: home.storeId }])
})

test('all of a person’s open windows lose an ended right at their next call, and calls at that moment do one or the other', async () => {
  const leaver = await shop.caller('keeper', [home.storeId])
  const from = [{ kind: 'keeper', store_ids: [home.storeId] }]
  const view = () => leaver.call('GET orders')
  expect((await view()).status).toBe(200)
  const ending = admin.call(`PUT people/${leaver.id}/rights`, { from, rights: [] })
  const during = await Promise.all([view(), view(), ending, view()])
  for (const { status } of during) expect([200, 403]).toContain(status)
  const after = [view(), leaver.call('GET approvals'), leaver.call(`PUT stores/${home.storeId}/presence`)]
  expect((await Promise.all(after)).map(({ status }) => status)).toEqual([403, 403, 403])
})

test('a keeper of two stores stays within the daily limit, though both refund at the same moment', async () => {
  const both = await shop.caller('keeper', [home.storeId, foreign.storeId])
  await shop.database.pool.query(`UPDATE setting SET value = '{"keeper_daily": 2}' WHERE name = 'free_sum_limits'`)
  const orders = await Promise.all([home, foreign, home, foreign].map(buyIn))
  const refunds = orders.map(({ order: { id } }) =>
    both.call(`POST orders/${id}/refunds`, {
      refunded_amount: 0,
      reason: 'a torn bag',
      return_stock: false,
      free_sum: 1,
    }),
  )
  const statuses = (await Promise.all(refunds)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 202, 409, 409])
})

test('an invitation that is withdrawn while it is accepted does one or the other', async () => {
  const inviter = await shop.caller('admin')
  for (let round = 0; round < 4; round++) {
    const email = `raced-${round}@puoti.example`
    const body = { email, language: 'en', rights: [{ kind: 'helper', store_ids: [home.storeId] }] }
    const { id } = (await inviter.call('POST invitations', body)).body as { id: number }
    const token = `a-token-of-this-test-${'x'.repeat(21)}${round}`
    const set = { token_sha256: sha256(token) }
    await shop.database.kysely.updateTable('invitation').set(set).where('id', '=', id).execute()
    const browser = await shop.browser().opened()
    const [accepted, withdrawn] = await Promise.all([
      browser.call(`POST invitations/${token}`),
      inviter.call(`DELETE invitations/${id}`),
    ])
    const rights = shop.database.kysely.selectFrom('user_right').innerJoin('app_user', 'app_user.id', 'user_id')
    const granted = await rights.select('kind').where('email', '=', email).execute()
    expect([accepted.status === 200, withdrawn.status !== 200]).toEqual([granted.length === 1, granted.length === 1])
  }
})
