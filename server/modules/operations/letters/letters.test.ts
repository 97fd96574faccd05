import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Report } from '#contract/administration/reports.ts'
import type { LetterChoice } from '#contract/operations/letters.ts'
import type { ReorderProposal } from '#contract/stock/purchase-orders.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { numberText } from '#domain/format/number-text.ts'
import { formatCents } from '#domain/money.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { sellAtRandom } from '#test/rows/random-sales.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { sendDueLetters } from './send-letters.ts'

/** A Monday, in the evening. */
const EVENING = new Date('2026-05-25T19:05:00Z')

let shop: ShopWithCaller
let keeper: Caller
let rantapuoti: number
let kylapuoti: number
let clock: Date

beforeAll(async () => {
  const database = await testDatabase()
  rantapuoti = await addStore(database, { name: 'Rantapuoti', always_open: true })
  kylapuoti = await addStore(database, { name: 'Kyläpuoti', always_open: true })
  await sellAtRandom(database, {
    places: [rantapuoti, kylapuoti].map(store => ({ store, zone: 'Europe/Helsinki' })),
    from: new Date('2026-04-20T00:00:00Z'),
    until: EVENING,
  })
  clock = EVENING
  shop = await openShop({ as: 'admin', database, now: () => clock, hasOutbox: true })
  keeper = await shop.caller('keeper', [kylapuoti])
  await addMatters()
})
afterAll(async () => {
  await shop.close()
  await shop.database.close()
})
beforeEach(async () => {
  clock = EVENING
  shop.mails.splice(0)
  await shop.database.kysely.deleteFrom('letter_choice').execute()
})

/** Visits without a purchase, orders in error, empty shelves and waste, in both stores. */
async function addMatters(): Promise<void> {
  const { kysely: db } = shop.database
  const user_id = await addShopper(shop.database)
  const { id: vatClassId } = await db.selectFrom('vat_class').select('id').executeTakeFirstOrThrow()
  for (const store_id of [rantapuoti, kylapuoti]) {
    for (const text of ['2026-05-25T08:00:00Z', '2026-05-19T08:00:00Z', '2026-05-12T08:00:00Z']) {
      const at = new Date(text)
      await db
        .insertInto('visit')
        .values({ store_id, user_id, began_by: 'store', created_at: at, last_at: at })
        .execute()
    }
    await addOrder(shop.database, { user_id, store_id, status: 'error' })
    const [full, empty] = [
      await addProduct(shop.database, { vatClassId }),
      await addProduct(shop.database, { vatClassId }),
    ]
    for (const product_id of [full, empty])
      await db.insertInto('store_stock').values({ store_id, product_id, alarm_thousandths: 3000 }).execute()
    const move = (kind: string, quantity: number) => ({
      key: `a-key-${kind}-${store_id}`,
      kind,
      ...(kind === 'waste' && { reason: 'old' }),
      lines: [{ product_id: full, quantity }],
    })
    expect((await shop.me.call(`POST stores/${store_id}/stock-moves`, move('delivery', 20))).status).toBe(200)
    clock = new Date('2026-05-20T08:00:00Z')
    expect((await shop.me.call(`POST stores/${store_id}/stock-moves`, move('waste', 4))).status).toBe(200)
    clock = EVENING
  }
}

const choose = async (caller: Caller, choice: Partial<LetterChoice>) => {
  const { status } = await caller.call('PUT letters', { evening: false, monday: false, store_id: null, ...choice })
  expect(status).toBe(200)
}
const findEmail = async (id: number) =>
  (await shop.database.kysely.selectFrom('app_user').select('email').where('id', '=', id).executeTakeFirstOrThrow())
    .email

/** The letters that are due now, to a caller. */
async function sendTo(caller: Caller): Promise<MailMessage[]> {
  await sendDueLetters(shop.context)
  const waiting = () => shop.database.kysely.selectFrom('outbox_message').select('id').execute()
  await expect.poll(async () => (await waiting()).length).toBe(0)
  const email = await findEmail(caller.id)
  return shop.mails.filter(({ to }) => to === email)
}

type LinkedFigure = { value: string; url: URL }
const readFigures = ({ html }: MailMessage): LinkedFigure[] =>
  [...html.matchAll(/<td[^>]*><a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, link = '', value = '']) => ({
    value,
    url: new URL(link.replaceAll('&amp;', '&')),
  }))

/** The figures on the page of a link, as the page's own calls return them. */
async function figuresOfPage(caller: Caller, { pathname, searchParams }: URL): Promise<string[]> {
  const get = async <T>(path: string) => {
    const { status, body } = await caller.call(`GET ${path}`)
    expect([path, status]).toEqual([path, 200])
    return body as T
  }
  const query = new URLSearchParams(searchParams)
  const cents = (euros: number | null | undefined) => formatCents(Math.round((euros ?? 0) * 100))
  if (pathname === '/reports') {
    query.delete('report')
    const { total } = await get<Report>(`reports/${searchParams.get('report')}?${query.toString()}`)
    const { sold, refunded, value, purchases, idle } = total
    return [cents(sold), cents(refunded), cents(value), numberText(purchases ?? 0), numberText(idle ?? 0)]
  }
  if (pathname === '/visitors-log') {
    query.delete('date')
    return [numberText((await get<{ total: number }>(`visits/${searchParams.get('date')}?${query.toString()}`)).total)]
  }
  if (pathname === '/orders' && searchParams.size > 0)
    return [numberText((await get<{ total: number }>(`orders?${query.toString()}`)).total)]
  if (pathname === '/orders') {
    const [payments, refunds] = [await get<object[]>('unresolved-payments'), await get<object[]>('refunds/unresolved')]
    return [numberText(payments.length + refunds.length)]
  }
  const store = searchParams.get('store')
  query.delete('store')
  if (!query.has('reorder'))
    return [numberText((await get<{ total: number }>(`stores/${store}/stock?${query.toString()}`)).total)]
  const { lines } = await get<ReorderProposal>(
    `stores/${store}/reorder-proposal?supplier_id=${searchParams.get('reorder')}`,
  )
  const count = lines.filter(({ packs }) => packs > 0).length
  return [`${count} ${count === 1 ? 'product' : 'products'}`]
}

test.each([
  ['an admin, of all stores', () => shop.me, () => null],
  ['an admin, of a store', () => shop.me, () => kylapuoti],
  ['a keeper', () => keeper, () => null],
])('each figure in the letters to %s is the one on the page that it links to', async (_, getCaller, getStore) => {
  const caller = getCaller()
  await choose(caller, { evening: true, monday: true, store_id: getStore() })
  const letters = await sendTo(caller)
  expect(letters.map(({ subject }) => subject.replace(/^[^:]*/, ''))).toEqual([
    ': Monday 25.05.2026',
    ': the week 18.05.2026–24.05.2026',
  ])
  const figures = letters.flatMap(readFigures)
  const pages = new Set(figures.map(({ url }) => url.searchParams.get('report') ?? url.pathname))
  expect([...pages].toSorted()).toEqual(['/orders', '/stock', '/visitors-log', 'day', 'visits', 'waste'])
  for (const { value, url } of figures)
    expect([url.href, await figuresOfPage(caller, url)]).toEqual([url.href, expect.arrayContaining([value])])
  // Not all of them are nothing.
  expect(figures.filter(({ value }) => !/^0(?:,00)?/.test(value)).length).toBeGreaterThan(12)
})

test('a letter about one store names it and no other, also in its links', async () => {
  await choose(keeper, { evening: true })
  const [letter] = await sendTo(keeper)
  expect(letter?.subject).toBe('Kyläpuoti: Monday 25.05.2026')
  expect(letter?.text).not.toContain('Rantapuoti')
  expect(letter?.text).not.toContain(`store=${rantapuoti}`)
})

test('several servers send one letter, one that starts late sends it on the same day only, and the next day has its own', async () => {
  await choose(keeper, { evening: true })
  clock = new Date(EVENING.getTime() - 10 * MINUTE_MS)
  expect(await sendTo(keeper)).toHaveLength(0)
  clock = new Date('2026-05-25T20:59:00Z')
  await Promise.all([1, 2, 3].map(() => sendDueLetters(shop.context)))
  expect(await sendTo(keeper)).toHaveLength(1)
  clock = new Date(clock.getTime() + 2 * MINUTE_MS)
  expect(await sendTo(keeper)).toHaveLength(1)
  clock = new Date(EVENING.getTime() + 24 * HOUR_MS)
  expect((await sendTo(keeper)).map(({ subject }) => subject.slice(-18))).toEqual([
    expect.stringContaining('25.05.2026'),
    expect.stringContaining('26.05.2026'),
  ])
})

test('nobody gets a letter who chose none, lost the right or was blocked', async () => {
  const { kysely: db } = shop.database
  const [former, blocked] = [await shop.caller('keeper', [kylapuoti]), await shop.caller('admin')]
  await choose(former, { evening: true })
  await choose(blocked, { evening: true })
  await choose(shop.me, {})
  await db.deleteFrom('user_right').where('user_id', '=', former.id).execute()
  await db.updateTable('app_user').set({ blocked_at: EVENING }).where('id', '=', blocked.id).execute()
  await sendTo(former)
  expect(shop.mails).toEqual([])
})

test('a keeper chooses letters about own stores only, and a helper none', async () => {
  const choice = { evening: true, monday: false, store_id: rantapuoti }
  expect(await keeper.call('PUT letters', choice)).toMatchObject({ status: 404, body: { code: 'notFound' } })
  expect(await shop.me.call('PUT letters', { ...choice, store_id: 999_999 })).toMatchObject({ status: 404 })
  expect((await (await shop.caller('helper')).call('PUT letters', choice)).status).toBe(403)
  await choose(keeper, { ...choice, store_id: kylapuoti })
  expect((await keeper.call('GET letters')).body).toEqual({ ...choice, store_id: kylapuoti })
  expect((await shop.me.call('GET letters')).body).toEqual({ evening: false, monday: false, store_id: null })
})

test('the link that stops letters does so by one press, of one kind and one person, and a made-up link does nothing', async () => {
  await choose(keeper, { evening: true, monday: true })
  await choose(shop.me, { evening: true })
  const [letter] = await sendTo(keeper)
  const stop = new URL(letter?.unsubscribe ?? '').pathname
  expect(letter?.html).toContain(stop)
  expect((await shop.get(stop)).body).toContain('<button>Stop these emails</button>')
  expect((await keeper.call('GET letters')).body).toMatchObject({ evening: true })
  const press = (url: string) =>
    shop.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  const changed = stop.replace(/-\d+-/, `-${shop.me.id}-`)
  expect((await press(changed)).statusCode).toBe(404)
  expect((await shop.me.call('GET letters')).body).toMatchObject({ evening: true })
  expect((await press(stop)).body).toContain('You no longer get these emails.')
  expect((await press(stop)).statusCode).toBe(200)
  expect((await keeper.call('GET letters')).body).toMatchObject({ evening: false, monday: true })
})
