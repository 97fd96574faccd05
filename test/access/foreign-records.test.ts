import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionList } from '#contract/accounts/sessions.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'
import { arrived, booked, bought, done, openWorld, signedUp, type WholeWorld } from '#test/shop/world.ts'
import { operationNamed, operations } from './operations.ts'

type Kind = 'purchase' | 'draft' | 'preorder' | 'preorderDraft' | 'view' | 'device' | 'session' | 'recall'
/** `body`: the payload of the call; contains the id where the path does not. */
type Named = { of: Kind; body?: (id: number | string) => object }

const view = { name: 'mine', query: '', shared: false }

/** The owner of the record that each operation names: other callers must not even learn that a personal record exists. */
const PRIVATE: Record<string, Named> = {
  'orders.get': { of: 'purchase' },
  'orders.pay': { of: 'draft', body: id => ({ order_id: id, total_amount: 2.9 }) },
  'orders.place': { of: 'preorder', body: id => ({ replaces_order_id: id, ...somethingOfTheEvent }) },
  'purchases.get': { of: 'purchase' },
  'purchases.pdf': { of: 'purchase' },
  'purchases.mail': { of: 'purchase' },
  'preorders.get': { of: 'preorder' },
  'preorders.book': { of: 'preorderDraft', body: id => ({ order_id: id, total_amount: 0.01 }) },
  'preorders.pay': { of: 'preorder', body: () => ({ total_amount: 0.01 }) },
  'preorders.withdraw': { of: 'preorder', body: () => ({ product_ids: [999_999] }) },
  'preorders.cancel': { of: 'preorder' },
  'recalls.confirm': { of: 'recall', body: () => ({ wants_refund: false }) },
  'sessions.end': { of: 'session' },
  'subscriptions.removeWebPush': { of: 'device', body: endpoint => ({ endpoint }) },
  'views.update': { of: 'view', body: () => view },
  'views.remove': { of: 'view' },
}
/**
 * Operations whose path names a public record, or contains the contents of a mailed link, which is valid or invalid as a whole.
 */
const PUBLIC = ['foodInformation.get', 'preorderEvents.left', 'signIn.useLink']

let database: DatabaseHandle
let world: WholeWorld
let owners: Record<Kind, TestBrowser>
let stranger: TestBrowser
let otherAdmin: TestBrowser
let ids: Record<Kind, number | string>
let somethingOfTheEvent: object

beforeAll(async () => {
  database = await testDatabase()
  world = await openWorld(database)
  const owner = (await arrived(world, 'owner@puoti.example', '+358451111111')).browser
  const booker = (await arrived(world, 'booker@puoti.example', '+358454444444')).browser
  stranger = (await arrived(world, 'stranger@puoti.example', '+358452222222')).browser
  otherAdmin = await signedUp(world, 'other-admin@puoti.example', '+358453333333')
  await database.kysely
    .updateTable('app_user')
    .set({ is_admin: true })
    .where('email', 'like', 'other-admin@%')
    .execute()
  const orderItems = [{ product_id: world.stocked.milk, quantity: 2 }]
  const purchase = await bought(owner, world.stocked)
  const preorder = await booked(world, owner)
  const kept = await done<{ id: number }>(world.admin.call('POST admin/views', { list: 'users', ...view }))
  const draft = await done<Order>(owner.call('POST order', { orderItems }))
  const nobody = { lots: '', sold_from: null, sold_until: null, reasons: { en: 'Glass', fi: '', sv: '' } }
  const recall = await done<{ id: number }>(
    world.admin.call('POST admin/recalls', { product_id: world.stocked.milk, ...nobody }),
  )
  const event = await database.kysely.selectFrom('preorder_event').select('id').executeTakeFirstOrThrow()
  somethingOfTheEvent = {
    preorder_event_id: event.id,
    orderItems: [{ product_id: world.stocked.eventFish, quantity: 1 }],
  }
  const booking = await done<Order>(booker.call('POST order', somethingOfTheEvent))
  const device = 'https://fcm.googleapis.com/fcm/send/of-the-owner'
  const { sessions } = await done<SessionList>(owner.call('GET sessions'))
  const session = sessions[0]?.id ?? ''
  ids = {
    purchase: purchase.id,
    draft: draft.id,
    preorder,
    preorderDraft: booking.id,
    view: kept.id,
    device,
    session,
    recall: recall.id,
  }
  const own = { recall: owner, purchase: owner, draft: owner, preorder: owner, device: owner, session: owner }
  owners = { ...own, preorderDraft: booker, view: world.admin }
})
afterAll(async () => {
  await world.app.close()
  await database.close()
})

async function request(browser: TestBrowser, name: string, id: number | string) {
  const { method, path } = operationNamed(name)
  const body = PRIVATE[name]?.body?.(id)
  const response = await world.app.http.inject({
    method,
    url: `/api/${path.replace(':id', String(id))}`,
    headers: { cookie: browser.cookieHeader(), 'x-csrf-token': browser.csrf },
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, type: response.headers['content-type'], body: response.body }
}

const missing = (of: Kind) => (of === 'device' ? 'https://fcm.googleapis.com/fcm/send/of-nobody' : 999_999)

test('every shopper operation with a record in its path is listed here with the record’s kind', () => {
  const naming = operations.filter(
    ({ path, access }) => access !== 'admin' && access !== 'bookkeeper' && path.includes(':'),
  )
  const unsaid = naming.map(({ name }) => name).filter(name => !(name in PRIVATE) && !PUBLIC.includes(name))
  expect(unsaid).toEqual([])
})

describe.each(Object.entries(PRIVATE))('%s', (name, { of }) => {
  test('responds to a foreign record exactly as to a missing one, byte for byte', async () => {
    const other = of === 'view' ? otherAdmin : stranger
    expect(await request(other, name, ids[of])).toEqual(await request(other, name, missing(of)))
  })

  test.runIf(of !== 'device')('responds differently to the owner of the record', async () => {
    expect(await request(owners[of], name, ids[of])).not.toEqual(await request(owners[of], name, missing(of)))
  })
})

test('an admin can read any pre-order, but gets a 404 for other records of shoppers', async () => {
  expect((await request(world.admin, 'preorders.get', ids.preorder)).status).toBe(200)
  for (const name of ['orders.get', 'purchases.get', 'purchases.pdf', 'purchases.mail', 'preorders.cancel'])
    expect(await request(world.admin, name, ids[PRIVATE[name]!.of])).toMatchObject({ status: 404 })
})
