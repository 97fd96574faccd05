import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { StoreBound, StoreRecord } from '#contract/endpoint.ts'
import type { StoreRight } from '#domain/accounts/store-rights.ts'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { missingCode } from '#server/platform/rights/check-stores.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { isUnsafe, type Operation, operations } from './operations.ts'

/** No record has this id. */
const NO_ID = 999_999
/** In the names of the other store and of its people. */
const MARK = 'vieraskauppa'

type Records = Record<StoreRecord | 'store' | 'event', number>
type Bound = Operation & { stores: StoreBound }

const bound = operations.filter((each): each is Bound => each.stores !== undefined)
const naming = bound.filter(({ stores }) => 'store' in stores || 'record' in stores)
const filtered = bound.filter(({ stores }) => 'filter' in stores)

/** Valid bodies, with the id where the body names the store. */
const BODIES: Record<string, (id: number) => object> = {
  'stock.move': () => ({ key: 'a-key-of-this-test', kind: 'count', lines: [{ product_id: milk, quantity: 3 }] }),
  'approvals.decide': () => ({ is_approved: true }),
  'presence.begin': () => ({}),
  'presence.end': () => ({}),
  'markdownRules.change': () => ({ revision: 0, rules: [] }),
  'reducedLots.mark': () => ({ lots: [{ lot_id: NO_ID, days_left: 1, percent: 30, reduced_price: 1 }] }),
  'reducedLots.unmark': () => ({ lots: [{ lot_id: NO_ID, days_left: 1 }] }),
  'stock.undoDelivery': () => ({}),
  'stockTakes.start': () => ({}),
  'stockTakes.count': () => ({ key: 'another-key-of-this', product_id: milk, mode: 'set', quantity: 2 }),
  'stockTakes.removeCount': () => ({}),
  'stockTakes.changeState': () => ({ state: 'paused' }),
  'stockTakes.post': () => ({}),
  'purchaseOrders.create': store_id => ({
    store_id,
    supplier_id: supplier,
    note: '',
    lines: [{ product_id: milk, quantity: 1 }],
  }),
  'purchaseOrders.update': () => ({ revision: 7, note: '', lines: [{ product_id: milk, quantity: 1 }] }),
  'purchaseOrders.changeState': () => ({ revision: 7, state: 'cancelled', by_email: false }),
  'shelfLabels.markUnprinted': () => ({ ids: [NO_ID] }),
  'adminOrders.changeStatus': () => ({ from: 'complete', to: 'complete', reason: 'by hand' }),
  'adminOrders.settleWithdrawal': () => ({ reason: 'refunded' }),
  'refunds.request': () => ({ refunded_amount: 99, reason: 'dented', return_stock: false }),
  'refunds.decide': () => ({ outcome: 'refunded_by_hand', reason: 'by hand' }),
  'unresolvedPayments.decide': () => ({ outcome: 'not_paid', reason: 'seen there' }),
  'closings.recordTerminalTotal': () => ({ revision: 9, amount: 1, note: '' }),
  'payouts.upload': () => ({}),
  'payouts.remove': () => ({}),
  'visits.notify': () => ({}),
  'duties.acknowledge': () => ({}),
  'letters.save': store_id => ({ evening: true, monday: false, store_id }),
  'adminPreorders.markPicked': store_id => ({
    event_id: sharedEvent,
    store_id,
    items: [{ order_id: NO_ID, product_id: milk }],
    picked: true,
  }),
  'adminPreorders.deliver': store_id => ({ event_id: sharedEvent, store_id }),
}
/** What else is in an address besides ids: of a month, a day, a report, an event. */
const PARTS: Record<string, string> = { month: '2026-11', date: '2026-11-20', report: 'store' }
const QUERIES: Record<string, () => string> = {
  reports: () => 'from=2026-11-01&until=2026-11-30',
  shelfLabels: () => 'format=a4-24',
  reducedLots: () => `lot_ids=${NO_ID}&format=a4-24`,
  adminPreorders: () => `event_id=${sharedEvent}`,
  purchaseOrders: () => `supplier_id=${supplier}`,
}
/** The list of pre-orders takes no event here, and one event has no query. */
const WITHOUT_QUERY = [
  'adminPreorders.list',
  'adminPreorders.event',
  'adminPreorders.markPicked',
  'purchaseOrders.list',
  'reducedLots.list',
  'reducedLots.mark',
  'reducedLots.unmark',
  'shelfLabels.markUnprinted',
]

/** The orders have no withdrawal and no receipt, the stores no reduced lots and the event no order: these are missing to everybody. */
const WITHOUT_PART = [
  'adminPreorders.markPicked',
  'reducedLots.mark',
  'reducedLots.unmark',
  'reducedLots.pdf',
  'adminOrders.settleWithdrawal',
  'adminOrders.receiptPdf',
]

let database: DatabaseHandle
let app: App
let milk: number
let supplier: number
let sharedEvent: number
let home: Records
let foreign: Records
let callers: Record<StoreRight, string>
let admin: string
beforeAll(async () => {
  database = await testDatabase()
  const variables = { NODE_ENV: 'test', PUOTI_DEMO: 'off', PUOTI_RATE_LIMIT_FACTOR: '1000' }
  app = await openApp({ config: readConfig(variables), database })
  const stocked = await stockShop(database)
  milk = stocked.milk
  supplier = (await database.kysely.selectFrom('supplier').select('id').executeTakeFirstOrThrow()).id
  const other = await addStore(database, { name: `Kauppa ${MARK}` })
  await database.kysely.insertInto('store_stock').values({ store_id: other, product_id: milk }).execute()
  const caps = new Map([[stocked.eventFish, 50]])
  sharedEvent = await addEvent(database.kysely, { stores: [stocked.storeId, other], caps })
  home = await addRecords(stocked.storeId, 'oma')
  foreign = await addRecords(other, MARK)
  const rightIn = (kind: StoreRight) => signedInShopper(database, { rights: [{ kind, storeId: stocked.storeId }] })
  callers = {
    keeper: await rightIn('keeper'),
    helper: await rightIn('helper'),
    bookkeeper: await rightIn('bookkeeper'),
  }
  admin = await signedInShopper(database, { isAdmin: true })
}, 60_000)
afterAll(async () => {
  await app.close()
  await database.close()
})

/** A record of each kind in a store, whose people have the mark in their addresses. */
async function addRecords(store: number, mark: string): Promise<Records> {
  const at = '2026-11-20T10:00:00Z'
  const insert = async (statement: ReturnType<typeof sql<{ id: number }>>) =>
    (await statement.execute(database.kysely)).rows[0]?.id ?? NO_ID
  const user = await addShopper(database, { email: `asiakas@${mark}.example` })
  const sale = { user_id: user, store_id: store, products: [milk] }
  const order = await addOrder(database, { ...sale, status: 'complete', paid_at: new Date(at) })
  await addOrder(database, {
    user_id: user,
    store_id: store,
    status: 'preorder_booked',
    order_type: 'preorder',
    preorder_event_id: sharedEvent,
    products: [milk],
  })
  const visit = await insert(sql`
    INSERT INTO visit (user_id, store_id, created_at, last_at, began_by) VALUES (${user}, ${store}, ${at}, ${at}, 'store') RETURNING id`)
  const terminal = await insert(sql`
    INSERT INTO terminal (store_id, name, provider) VALUES (${store}, ${`pääte ${mark}`}, 'test') RETURNING id`)
  const attempt = (state: string, orderId: number) =>
    insert(sql`INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state, order_status_before,
        owner, created_at, sent_at, deadline_at, outcome_at, source)
      VALUES (${orderId}, ${user}, ${terminal}, ${`${state} ${mark}`}, 100, 'EUR', ${state}, 'checkout', 'test', ${at}, ${at}, ${at},
        ${state === 'APPROVED' ? at : null}, ${state === 'APPROVED' ? 'live' : null}) RETURNING id`)
  const paid = await attempt('APPROVED', order)
  const doubtful = await addOrder(database, { user_id: user, store_id: store, status: 'error', products: [milk] })
  const payment = await attempt('UNRESOLVED', doubtful)
  await sql`INSERT INTO refund_account (attempt_id, paid_cents) VALUES (${paid}, 100) ON CONFLICT DO NOTHING`.execute(
    database.kysely,
  )
  const refund = await insert(sql`
    INSERT INTO refund (kind, attempt_id, order_id, refund_key, amount_cents, currency, state, reason, requested_by, sent_at)
    VALUES ('refund', ${paid}, ${order}, ${`key ${mark}`}, 100, 'EUR', 'UNRESOLVED', 'dented', ${user}, ${at}) RETURNING id`)
  const entry = await insert(sql`
    INSERT INTO stock_entry (client_key, content_sha256, store_id, user_id, created_at)
    VALUES (${`key ${mark}`}, '\\x00', ${store}, ${user}, ${at}) RETURNING id`)
  await sql`INSERT INTO delivery (stock_entry_id, store_id, note) VALUES (${entry}, ${store}, ${mark})`.execute(
    database.kysely,
  )
  const stockTake = await insert(sql`
    INSERT INTO stock_take (store_id, started_by, started_at) VALUES (${store}, ${user}, ${at}) RETURNING id`)
  const purchaseOrder = await insert(sql`
    INSERT INTO purchase_order (supplier_id, store_id, created_at, created_by, note)
    VALUES (${supplier}, ${store}, ${at}, ${user}, ${mark}) RETURNING id`)
  const alert = await insert(sql`
    INSERT INTO alert (store_id, cause, subject, facts, first_seen_at, last_seen_at, opened_at)
    VALUES (${store}, 'lock_unreachable', '', '{}', ${at}, ${at}, ${at}) RETURNING id`)
  const event = await addEvent(database.kysely, {
    stores: [store],
    caps: new Map(),
    names: { en: mark, fi: mark, sv: mark },
  })
  return { store, order, terminal, payment, refund, delivery: entry, stockTake, purchaseOrder, visit, alert, event }
}

/** A user of the first store with the lowest right that the operation allows. */
const getCaller = ({ access }: Operation): string =>
  callers[access === 'keeper' || access === 'bookkeeper' ? access : 'helper']

/** The id of the store or record that a call names; undefined: the query has none. */
type NamedId = number | undefined

async function call(declared: Operation, session: string, id: NamedId) {
  const [resource = ''] = declared.name.split('.')
  const place = getPlace(declared)
  const path = declared.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    place === `params.${name}` ? String(id ?? NO_ID) : (PARTS[name] ?? String(name === 'id' ? sharedEvent : milk)),
  )
  const query = [
    WITHOUT_QUERY.includes(declared.name) ? '' : (QUERIES[resource]?.() ?? ''),
    place?.startsWith('query.') && id !== undefined ? `${place.slice('query.'.length)}=${id}` : '',
  ].filter(Boolean)
  const response = await app.http.inject({
    method: declared.method,
    url: `/api/${path}?${query.join('&')}`,
    headers: { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(app.context.secrets, session) },
    ...(declared.body && { payload: BODIES[declared.name]?.(id ?? NO_ID) ?? {} }),
  })
  const isText = /json|csv/.test(String(response.headers['content-type']))
  return { status: response.statusCode, body: isText ? response.body : '' }
}

function getPlace({ stores }: Operation): string | undefined {
  if (!stores || 'shopWide' in stores) return undefined
  if ('filter' in stores) return stores.filter === 'all' ? undefined : stores.filter
  return 'store' in stores ? stores.store : stores.at
}

const getRecordId = ({ stores }: Bound, records: Records): number =>
  'record' in stores ? records[stores.record] : records.store

const codeIn = (body: string) => /"code":"([\w.]+)"/.exec(body)?.[1]

describe('the contract', () => {
  test('declares places that exist, and names what is missing', () => {
    const wrong = bound.filter(each => {
      const [part, name = ''] = (getPlace(each) ?? '').split('.')
      if (part !== 'params' && part !== 'query' && part !== 'body') return false
      const schema = each[part] && z.toJSONSchema(each[part], { io: 'input', unrepresentable: 'any' })
      return !(schema?.properties && name in schema.properties)
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
    const silent = naming.filter(
      each => !('otherwise' in each.stores) && !each.errors.some(code => /notfound$/i.test(code)),
    )
    // A list of a store that does not exist is empty there; of another's it is missing.
    expect(silent.map(({ name }) => name)).toEqual([])
  })

  test('has a valid body here for every call that changes something', () => {
    const unsafe = [...naming, ...filtered].filter(isUnsafe).map(({ name }) => name)
    expect(unsafe.filter(name => !(name in BODIES))).toEqual([])
  })
})

describe.each(naming)('$name', declared => {
  test('answers about another store exactly as about one that does not exist', async () => {
    const answer = await call(declared, getCaller(declared), getRecordId(declared, foreign))
    expect(answer).toEqual(await call(declared, getCaller(declared), NO_ID))
    expect([answer.status, codeIn(answer.body)]).toEqual([404, missingCode(declared)])
  })

  test('answers about the caller’s own store, and to an admin about the other', async () => {
    const answers = [
      await call(declared, admin, getRecordId(declared, foreign)),
      await call(declared, getCaller(declared), getRecordId(declared, home)),
    ]
    for (const { status, body } of answers) {
      if (!WITHOUT_PART.includes(declared.name))
        expect([status, codeIn(body)]).not.toEqual([404, missingCode(declared)])
      expect(codeIn(body)).not.toBe('request.invalid')
    }
  })
})

describe.each(filtered)('$name', declared => {
  test('has nothing of another store', async () => {
    const answer = await call(declared, getCaller(declared), undefined)
    expect(answer.body.toLowerCase()).not.toContain(MARK)
    if (getPlace(declared) === undefined) return
    const other = await call(declared, getCaller(declared), foreign.store)
    expect(other.body.toLowerCase()).not.toContain(MARK)
    expect(other.status).toBe((await call(declared, getCaller(declared), NO_ID)).status)
  })
})

test('an admin gets the other store’s people and names in these lists', async () => {
  const marked: string[] = []
  for (const declared of filtered) {
    const answers = [await call(declared, admin, undefined), await call(declared, admin, foreign.store)]
    if (answers.some(({ body }) => body.toLowerCase().includes(MARK))) marked.push(declared.name)
  }
  for (const name of [
    'adminOrders.list',
    'refunds.unresolved',
    'listExports.ordersCsv',
    'listExports.preordersCsv',
    'listExports.visitsCsv',
    'adminStores.choices',
    'adminPreorderEvents.choices',
    'reports.get',
    'reports.csv',
    'adminPreorders.list',
    'adminPreorders.event',
    'adminPreorders.totals',
    'adminPreorders.pickList',
    'visits.list',
    'duties.alerts',
  ])
    expect(marked).toContain(name)
})

test('a right that ends is refused at the next call, and one in another store does not replace it', async () => {
  const list = operations.find(({ name }) => name === 'adminOrders.list')!
  const session = await signedInShopper(database, { rights: [{ kind: 'keeper', storeId: home.store }] })
  expect((await call(list, session, undefined)).status).toBe(200)
  await sql`UPDATE user_right SET store_id = ${foreign.store} WHERE user_id = (
    SELECT max(user_id) FROM user_right)`.execute(database.kysely)
  expect((await call(list, session, home.store)).body).not.toContain('asiakas@oma')
  await sql`DELETE FROM user_right WHERE user_id = (SELECT max(user_id) FROM user_right)`.execute(database.kysely)
  const answer = await call(list, session, undefined)
  expect([answer.status, codeIn(answer.body)]).toEqual([403, 'session.adminRequired'])
})

test('only admins save purchase prices, which are the whole shop’s', async () => {
  const move = operations.find(({ name }) => name === 'stock.move')!
  const url = `/api/${move.path.replace(':id', String(home.store))}`
  const send = async (session: string) => {
    const headers = { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(app.context.secrets, session) }
    const lines = [{ product_id: milk, quantity: 1, price: 0.01 }]
    const payload = { key: 'a-delivery-with-price', kind: 'delivery', supplier_id: supplier, save_prices: true, lines }
    return (await app.http.inject({ method: 'POST', url, headers, payload })).statusCode
  }
  expect([await send(callers.helper), await send(callers.keeper), await send(admin)]).toEqual([403, 403, 200])
})
