import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionList } from '#contract/accounts/sessions.ts'
import { isForOffice } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'
import { arrived, booked, bought, done, openWorld, signedUp, type WholeWorld } from '#test/shop/world.ts'
import { onlyWhere } from '#test/tier.ts'
import { operationNamed, operations } from './operations.ts'

type Kind = 'purchase' | 'draft' | 'preorder' | 'preorderDraft' | 'view' | 'device' | 'session' | 'recall'
/** `body`: the payload of the call; contains the id where the path does not. */
type RecordKind = { kind: Kind; body?: (id: number | string) => object }

const view = { name: 'mine', query: '', shared: false }

/** The owner of the record that each operation names: other callers must not even learn that a personal record exists. */
const PRIVATE: Record<string, RecordKind> = {
  'orders.get': { kind: 'purchase' },
  'approvals.get': { kind: 'purchase' },
  'approvals.request': { kind: 'purchase' },
  'orders.pay': { kind: 'draft', body: id => ({ order_id: id, total_amount: 2.9 }) },
  'orders.place': { kind: 'preorder', body: id => ({ replaces_order_id: id, ...somethingOfTheEvent }) },
  'purchases.get': { kind: 'purchase' },
  'purchases.pdf': { kind: 'purchase' },
  'purchases.mail': { kind: 'purchase' },
  'preorders.get': { kind: 'preorder' },
  'preorders.book': { kind: 'preorderDraft', body: id => ({ order_id: id, total_amount: 0.01 }) },
  'preorders.pay': { kind: 'preorder', body: () => ({ total_amount: 0.01 }) },
  'preorders.withdraw': { kind: 'preorder', body: () => ({ product_ids: [999_999] }) },
  'preorders.cancel': { kind: 'preorder' },
  'recalls.confirm': { kind: 'recall', body: () => ({ wants_refund: false }) },
  'sessions.end': { kind: 'session' },
  'subscriptions.removeWebPush': { kind: 'device', body: endpoint => ({ endpoint }) },
  'views.update': { kind: 'view', body: () => view },
  'views.remove': { kind: 'view' },
}
/**
 * Operations whose path names a public record, such as a store, or contains the contents of a mailed link, which is valid or invalid
 * as a whole. A store's open call for help is joined by every shopper there, and holds nothing about them.
 */
const PUBLIC = [
  'foodInformation.get',
  'help.get',
  'help.request',
  'help.state',
  'invitations.accept',
  'invitations.get',
  'preorderEvents.remaining',
  'signIn.useLink',
  'waysToPay.get',
]

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
  const savedView = await done<{ id: number }>(world.admin.call('POST admin/views', { list: 'users', ...view }))
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
    view: savedView.id,
    device,
    session,
    recall: recall.id,
  }
  const idsOfOwner = { recall: owner, purchase: owner, draft: owner, preorder: owner, device: owner, session: owner }
  owners = { ...idsOfOwner, preorderDraft: booker, view: world.admin }
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

const missing = (kind: Kind) => (kind === 'device' ? 'https://fcm.googleapis.com/fcm/send/of-nobody' : 999_999)

test('every shopper operation with a record in its path is listed here with the record’s kind', () => {
  const naming = operations.filter(each => !isForOffice(each) && each.path.includes(':'))
  const unsaid = naming.map(({ name }) => name).filter(name => !(name in PRIVATE) && !PUBLIC.includes(name))
  expect(unsaid).toEqual([])
})

describe.each(Object.entries(PRIVATE))('%s', (name, { kind }) => {
  test('responds to a foreign record exactly as to a missing one, byte for byte', async () => {
    const other = kind === 'view' ? otherAdmin : stranger
    expect(await request(other, name, ids[kind])).toEqual(await request(other, name, missing(kind)))
  })

  test.runIf(onlyWhere(kind !== 'device', 'ending a subscription responds alike whether there is one'))(
    'responds differently to the owner of the record',
    async () => {
      expect(await request(owners[kind], name, ids[kind])).not.toEqual(await request(owners[kind], name, missing(kind)))
    },
  )
})

test('an admin can read any pre-order, but gets a 404 for other records of shoppers', async () => {
  expect((await request(world.admin, 'preorders.get', ids.preorder)).status).toBe(200)
  for (const name of ['orders.get', 'purchases.get', 'purchases.pdf', 'purchases.mail', 'preorders.cancel'])
    expect(await request(world.admin, name, ids[PRIVATE[name]!.kind])).toMatchObject({ status: 404 })
})
