import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Alert, Duty } from '#contract/operations/duty.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { SilenceWatch } from './find-silent-stores.ts'
import { watchOnce } from './watch-duty.ts'

let shop: ShopWithCaller
let storeId: number

beforeEach(async () => {
  shop = await openShop({ as: 'admin', now: new Date(), hasOutbox: true, modules: ['operations', 'administration'] })
  storeId = await addStore(shop.database, { name: 'Rantapuoti', phone: '+358401234567', help_fi: 'Soita Anulle.' })
})
afterEach(() => shop.close())

const REQUEST = { screen: 'checkout', basket_amount: 12.4, last_error: 'TERMINAL_UNREACHABLE' }
const addShopper = () => shop.caller('shopper')
type Shopper = Awaited<ReturnType<typeof addShopper>>
const requestHelp = async (shopper: Shopper, body: object = REQUEST) =>
  shopper.call(`POST stores/${storeId}/help`, body)
const getState = async (shopper: Shopper, callId: number) =>
  ((await shopper.call(`GET help-calls/${callId}`)).body as { state: string }).state
const callIn = ({ status, body }: Awaited<ReturnType<typeof requestHelp>>) => {
  expect(status).toBe(200)
  return (body as { call_id: number }).call_id
}
const listAlerts = async () => ((await shop.me.call('GET alerts')).body as { items: Alert[] }).items
const watch = () => watchOnce(shop.context, { locks: { byProvider: () => undefined }, silence: new SilenceWatch() })

async function saveDuty(change: Partial<Duty>): Promise<void> {
  const { revision } = (await shop.me.call(`GET stores/${storeId}/duty`)).body as Duty
  const rules = { escalate_after_minutes: 10, quiet_hours: null, disabled_causes: [], contacts: [], ...change }
  expect((await shop.me.call(`PUT stores/${storeId}/duty`, { revision, ...rules })).status).toBe(200)
}

test('a request calls those on duty at once, and the shopper sees when it is acknowledged', async () => {
  const shopper = await addShopper()
  const id = callIn(await requestHelp(shopper))
  expect(await getState(shopper, id)).toBe('waiting')
  const [alert] = await listAlerts()
  expect(alert).toMatchObject({ id, cause: 'help_requested', store: { name: 'Rantapuoti' } })
  expect(alert?.title).toMatch(/^A shopper needs help: at checkout, 12,40\s€$/)
  expect(alert?.remedy).toContain('TERMINAL_UNREACHABLE')
  expect(alert?.calls.map(({ channel }) => channel)).toEqual(['push', 'email'])
  expect((await shop.me.call(`POST alerts/${id}/acknowledge`)).status).toBe(200)
  expect(await getState(shopper, id)).toBe('seen')
  // Nobody is told that it is over: who acknowledged it knows.
  shop.turnClock(5 * MINUTE_MS)
  await watch()
  expect((await listAlerts())[0]?.calls).toHaveLength(2)
  expect(callIn(await requestHelp(shopper))).not.toBe(id)
})

test('requests at the same moment join one call, which each person gets once', async () => {
  const shoppers = await Promise.all([addShopper(), addShopper(), addShopper(), addShopper()])
  const ids = await Promise.all([...shoppers.map(async each => callIn(await requestHelp(each))), watch()])
  expect(new Set(ids.filter(id => id !== undefined)).size).toBe(1)
  const alerts = await listAlerts()
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.calls).toHaveLength(2)
  expect(alerts[0]?.remedy).toContain('Requests: 4')
})

test('a shopper may ask three times an hour', async () => {
  const shopper = await addShopper()
  for (let tries = 0; tries < 3; tries++) callIn(await requestHelp(shopper))
  expect(await requestHelp(shopper)).toMatchObject({ status: 429, body: { code: 'rate.limited' } })
  shop.turnClock(HOUR_MS + 1000)
  callIn(await requestHelp(shopper))
})

test('a call that nobody acknowledges within two hours is over, and the next request makes another', async () => {
  const shopper = await addShopper()
  const id = callIn(await requestHelp(shopper))
  shop.turnClock(2 * HOUR_MS - MINUTE_MS)
  await watch()
  expect(await getState(shopper, id)).toBe('waiting')
  shop.turnClock(MINUTE_MS)
  await watch()
  expect(await getState(shopper, id)).toBe('over')
  expect(callIn(await requestHelp(shopper))).not.toBe(id)
})

test('where the cause is off, or nobody is on duty at this hour, the shopper hears it at once and no call is left open', async () => {
  const shopper = await addShopper()
  await saveDuty({ disabled_causes: ['help_requested'] })
  expect(await requestHelp(shopper)).toMatchObject({ status: 409, body: { code: 'help.nobodyOnDuty' } })
  const later = new Date(shop.context.now().getTime() + 3 * HOUR_MS)
  const clock = (at: Date) =>
    at
      .toLocaleTimeString('fi-FI', { timeZone: 'Europe/Helsinki', hour: '2-digit', minute: '2-digit' })
      .replace('.', ':')
  const hours = { from: clock(later), until: clock(new Date(later.getTime() + HOUR_MS)) }
  await saveDuty({ contacts: [{ user_id: shop.me.id, step: 1, channels: ['email'], hours }] })
  expect(await requestHelp(shopper)).toMatchObject({ status: 409, body: { code: 'help.nobodyOnDuty' } })
  expect(await listAlerts()).toEqual([])
})

test('a text of a shopper never reaches the people on duty, and only codes of errors do', async () => {
  const shopper = await addShopper()
  callIn(await requestHelp(shopper, { ...REQUEST, last_error: 'Transfer money to me' }))
  expect((await listAlerts())[0]?.remedy).toContain('Last error: –.')
  expect(await requestHelp(shopper, { ...REQUEST, screen: 'elsewhere' })).toMatchObject({ status: 422 })
  expect(await requestHelp(shopper, { ...REQUEST, basket_amount: -1 })).toMatchObject({ status: 422 })
})

test('the store’s phone and text are shown, else the company’s phone; a hidden store has no help', async () => {
  const shopper = await addShopper()
  const read = async () => shopper.call(`GET stores/${storeId}/help`)
  expect((await read()).body).toEqual({ phone: '+358401234567', text: 'Soita Anulle.' })
  const { kysely: db } = shop.database
  await db.updateTable('operator').set({ phone: '+358201234' }).execute()
  await db.updateTable('store').set({ phone: null, help_en: 'Call Anu.' }).where('id', '=', storeId).execute()
  expect((await read()).body).toEqual({ phone: '+358201234', text: 'Call Anu.' })
  await db.updateTable('store').set({ published: false }).where('id', '=', storeId).execute()
  expect((await read()).status).toBe(404)
  expect((await requestHelp(shopper)).status).toBe(404)
})

test('only signed-in shoppers with a verified phone may ask, and other alerts have no state for them', async () => {
  const unverified = await addShopper()
  await shop.database.kysely.updateTable('app_user').set({ is_verified: false }).where('is_admin', '=', false).execute()
  expect(await requestHelp(unverified)).toMatchObject({ status: 403, body: { code: 'session.unverified' } })
  await shop.me.call(`POST stores/${storeId}/duty/test`)
  const [alert] = await listAlerts()
  expect((await (await addShopper()).call(`GET help-calls/${alert?.id}`)).status).toBe(404)
})
