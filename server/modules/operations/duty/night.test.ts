import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Alert, Duty } from '#contract/operations/duty.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import type { TerminalHealth } from '#domain/payments/terminal-health.ts'
import { seamLock } from '#server/adapters/lock/seam/seam-lock.ts'
import { runSeam, type Seam } from '#test/locks/run-seam.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addOrder } from '#test/rows/orders.ts'
import { userIdFor } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { SilenceWatch } from './find-silent-stores.ts'
import { watchOnce } from './watch-duty.ts'

/** 22:00 in Helsinki. */
const EVENING = new Date('2026-11-30T20:00:00Z')
const DEAD: TerminalHealth = { ok: false, code: 'noAnswer', detail: 'timeout' }
const READY: TerminalHealth = { ok: true, code: 'ready', detail: '' }

let shop: ShopWithCaller
let seam: Seam
let storeId: number
let terminalId: number
let health: TerminalHealth

beforeEach(async () => {
  health = READY
  seam = await runSeam()
  shop = await openShop({
    as: 'admin',
    now: EVENING,
    hasOutbox: true,
    modules: ['operations', 'administration'],
    terminal: plain => ({ ...plain, health: async () => health }),
  })
  const { kysely: db } = shop.database
  storeId = await addStore(shop.database, { name: 'Rantapuoti', lock_provider: 'seam' })
  const terminal = db.insertInto('terminal').values({ store_id: storeId, name: 'Kassa 1', provider: 'test' })
  terminalId = (await terminal.returning('id').executeTakeFirstOrThrow()).id
})
afterEach(async () => {
  await shop.close()
  await seam.close()
})

const findSettings = async () => ({ device_id: seam.devices[0], api_key: seam.key })
const watch = () => {
  const lock = seamLock({ findSettings, url: seam.url })
  return watchOnce(shop.context, { locks: { byProvider: () => lock }, silence: new SilenceWatch() })
}
async function watchFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    shop.turnClock(MINUTE_MS)
    await watch()
  }
}
const setBattery = (status: string) =>
  seam.database.updateDevice({ device_id: seam.devices[0], properties: { battery: { level: 0.5, status } } })

async function listAlerts(): Promise<Alert[]> {
  const { status, body } = await shop.me.call('GET alerts')
  expect(status).toBe(200)
  return (body as { items: Alert[] }).items
}
const listCalls = async () =>
  (await listAlerts()).flatMap(({ cause, calls }) => calls.map(({ kind }) => `${cause} ${kind}`))

async function saveDuty(change: Partial<Duty>): Promise<void> {
  const plain = { revision: 0, escalate_after_minutes: 10, quiet_hours: null, disabled_causes: [], contacts: [] }
  expect((await shop.me.call(`PUT stores/${storeId}/duty`, { ...plain, ...change })).status).toBe(200)
}
const byEmail = (user_id: number, step: number): Duty['contacts'][number] => ({
  user_id,
  step,
  channels: ['email'],
  hours: null,
})

test('a night: a dead terminal calls at once and escalates, a low battery calls in the morning', async () => {
  const colleague = userIdFor(shop.database, (await shop.caller('admin')).session)
  const contacts = [byEmail(shop.me.id, 1), byEmail(await colleague, 2)]
  await saveDuty({ quiet_hours: { from: '21:00', until: '07:00' }, contacts })
  setBattery('low')
  health = DEAD
  await watchFor(4)
  expect(await listCalls()).toEqual(['terminal_unreachable call'])
  await watchFor(11)
  expect(await listCalls()).toEqual(['terminal_unreachable call', 'terminal_unreachable call'])
  health = READY
  await watchFor(3)
  expect((await listCalls()).filter(call => call === 'terminal_unreachable all_clear')).toHaveLength(2)
  // 6:59, and 7:00.
  shop.turnClock(9 * HOUR_MS - 20 * MINUTE_MS)
  await watchFor(1)
  expect(await listCalls()).not.toContain('lock_battery_low call')
  await watchFor(1)
  expect(await listCalls()).toContain('lock_battery_low call')
  setBattery('full')
  await watchFor(3)
  expect(await listCalls()).toContain('lock_battery_low all_clear')
  expect((await listAlerts()).every(({ cleared_at: clearedAt }) => clearedAt !== null)).toBe(true)
})

test('an outage of the lock’s service is a lock that does not answer', async () => {
  await saveDuty({ contacts: [byEmail(shop.me.id, 1)] })
  seam.setOutage(true)
  await watchFor(5)
  expect(await listCalls()).toEqual([])
  await watchFor(1)
  expect(await listCalls()).toEqual(['lock_unreachable call'])
  seam.setOutage(false)
  await watchFor(3)
  expect(await listCalls()).toEqual(['lock_unreachable call', 'lock_unreachable all_clear'])
}, 60_000)

test('a dead terminal on which a payment is open is not over', async () => {
  await saveDuty({ contacts: [byEmail(shop.me.id, 1)] })
  health = DEAD
  await watchFor(4)
  const { kysely: db } = shop.database
  const order = { user_id: shop.me.id, store_id: storeId, status: 'payment_pending', total_cents: 100 } as const
  const attempt = { amount_cents: 100, currency: 'EUR', state: 'SENT', order_status_before: 'checkout' } as const
  await db
    .insertInto('payment_attempt')
    .values({
      ...attempt,
      order_id: await addOrder(shop.database, order),
      user_id: shop.me.id,
      terminal_id: terminalId,
      service_id: 'open',
      deadline_at: new Date(EVENING.getTime() + HOUR_MS),
    })
    .execute()
  await watchFor(4)
  expect(await listCalls()).toEqual(['terminal_unreachable call'])
})

test('what a slow look found calls nobody if a newer look found it over', async () => {
  await saveDuty({ contacts: [byEmail(shop.me.id, 1)] })
  setBattery('low')
  await watchFor(1)
  const { byProvider } = shop.context.terminals
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  shop.context.terminals.byProvider = provider => {
    const terminals = byProvider.call(shop.context.terminals, provider)
    return terminals && { ...terminals, health: async () => isHeld.then(() => READY) }
  }
  const slow = watch()
  await new Promise(resolve => setTimeout(resolve, 300))
  shop.context.terminals.byProvider = byProvider
  setBattery('full')
  await watchFor(3)
  expect(await listCalls()).toEqual(['lock_battery_low call', 'lock_battery_low all_clear'])
  release()
  await slow
  expect(await listCalls()).toHaveLength(2)
})
