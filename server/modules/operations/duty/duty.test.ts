import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Alert, Duty } from '#contract/operations/duty.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { ALERT_CAUSE_NAMES, MADE_BY_PEOPLE } from '#domain/operations/duty/alert-causes.ts'
import type { TerminalHealth } from '#domain/payments/terminal-health.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { eventually } from '#test/eventually.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { userIdFor } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { callContacts } from './call-contacts.ts'
import { CAUSE_PROBES } from './find-causes.ts'
import { SilenceWatch } from './find-silent-stores.ts'
import { dutyGauges } from './gauges.ts'
import { watchOnce } from './watch-duty.ts'

const DEAD: TerminalHealth = { ok: false, code: 'noAnswer', detail: 'timeout' }
const READY: TerminalHealth = { ok: true, code: 'ready', detail: '' }

let shop: ShopWithCaller
let storeId: number
let health: TerminalHealth
let adminEmail: string

beforeEach(async () => {
  health = READY
  shop = await openShop({
    as: 'admin',
    now: new Date(),
    hasOutbox: true,
    modules: ['operations', 'administration'],
    terminal: plain => ({ ...plain, health: async () => health }),
  })
  const { kysely: db } = shop.database
  storeId = await addStore(shop.database, { name: 'Rantapuoti' })
  await db.insertInto('terminal').values({ store_id: storeId, name: 'Kassa 1', provider: 'test' }).execute()
  adminEmail = await getEmail(shop.me.id)
})
afterEach(() => shop.close())

const getEmail = async (id: number) =>
  (await shop.database.kysely.selectFrom('app_user').select('email').where('id', '=', id).executeTakeFirstOrThrow())
    .email

const watch = () => watchOnce(shop.context, { locks: { byProvider: () => undefined }, silence: new SilenceWatch() })
/** Looks each minute, as a server does. */
async function watchFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    shop.turnClock(MINUTE_MS)
    await watch()
  }
}

const listAlerts = async (query = '') => {
  const { status, body } = await shop.me.call(`GET alerts${query}`)
  expect(status).toBe(200)
  return (body as { items: Alert[] }).items
}
const listCalls = async () =>
  (await listAlerts()).flatMap(({ cause, calls }) =>
    calls.map(({ email, channel, kind }) => ({ cause, email, channel, kind })),
  )

async function saveContacts(contacts: Duty['contacts'], change: Partial<Duty> = {}): Promise<void> {
  const { revision } = (await shop.me.call(`GET stores/${storeId}/duty`)).body as Duty
  const rules = { escalate_after_minutes: 10, quiet_hours: null, disabled_causes: [], ...change }
  const { status } = await shop.me.call(`PUT stores/${storeId}/duty`, { revision, ...rules, contacts })
  expect(status).toBe(200)
}
const addColleague = async () => userIdFor(shop.database, (await shop.caller('admin')).session)
const byEmail = (user_id: number, step: number): Duty['contacts'][number] => ({
  user_id,
  step,
  channels: ['email'],
  hours: null,
})

describe('a terminal that does not answer', () => {
  test('calls every admin by email when nobody was named, once it has lasted three minutes', async () => {
    health = DEAD
    await watchFor(3)
    expect(await listAlerts()).toEqual([])
    await watchFor(2)
    expect(await listCalls()).toEqual([
      { cause: 'terminal_unreachable', email: adminEmail, channel: 'push', kind: 'call' },
      { cause: 'terminal_unreachable', email: adminEmail, channel: 'email', kind: 'call' },
    ])
    const mail = await shop.lastMail(adminEmail)
    expect(mail.subject).toBe('Rantapuoti: The terminal Kassa 1 isn’t responding')
    expect(mail.text).toMatch(/Check its power and network\..*\n\n.*\n\S+\/calls\/[\w-]{43}\n/s)
  })

  test('that answers again within the time calls nobody', async () => {
    health = DEAD
    await watchFor(2)
    health = READY
    await watchFor(1)
    health = DEAD
    await watchFor(3)
    expect(await listAlerts()).toEqual([])
  })

  test('calls once, also if two servers look at the same moment and many times', async () => {
    health = DEAD
    await watchFor(4)
    await Promise.all([watch(), watch(), watch()])
    await watchFor(3)
    expect(await listCalls()).toHaveLength(2)
    await shop.lastMail(adminEmail)
    expect(shop.mails.filter(({ to }) => to === adminEmail)).toHaveLength(1)
  })

  test('is called when it is one of many, though a look makes only some of the calls in one transaction', async () => {
    const terminals = Array.from({ length: 120 }, (_, index) => ({
      store_id: storeId,
      name: `Kassa ${index + 2}`,
      provider: 'test' as const,
    }))
    await shop.database.kysely.insertInto('terminal').values(terminals).execute()
    health = DEAD
    await watchFor(4)
    const called = shop.database.kysely.selectFrom('alert_call').select(({ fn }) => fn.countAll<number>().as('count'))
    const admins = 2
    expect(await called.executeTakeFirstOrThrow()).toEqual({ count: admins * (terminals.length + 1) })
  })

  test('ends with an all-clear to those who were called, and begins anew the next time', async () => {
    await saveContacts([byEmail(shop.me.id, 1), byEmail(await addColleague(), 2)])
    health = DEAD
    await watchFor(4)
    health = READY
    await watchFor(3)
    expect((await listCalls()).map(({ kind }) => kind)).toEqual(['call', 'all_clear'])
    const mail = await shop.lastMail(adminEmail, 2)
    expect(mail.subject).toBe('Over – Rantapuoti: The terminal Kassa 1 isn’t responding')
    expect(mail.text).not.toContain('/calls/')
    health = DEAD
    await watchFor(4)
    expect(await listAlerts('?is_open=true')).toHaveLength(1)
    expect(await listAlerts()).toHaveLength(2)
  })

  test('calls the next step when nobody acknowledges, and nobody more after one press on the link', async () => {
    const [second, third] = [await addColleague(), await addColleague()]
    await saveContacts([byEmail(shop.me.id, 1), byEmail(second, 2), byEmail(third, 3)])
    health = DEAD
    await watchFor(4)
    expect((await listCalls()).map(({ email }) => email)).toEqual([adminEmail])
    await watchFor(10)
    expect((await listCalls()).map(({ email }) => email)).toEqual([adminEmail, await getEmail(second)])
    const link = /\/calls\/[\w-]{43}/.exec((await shop.lastMail(await getEmail(second))).text)?.[0] ?? ''
    const opened = await shop.get(link)
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(opened.body).toContain('<button>Acknowledge</button>')
    // Opening the link, as mail programs do ahead, acknowledges nothing.
    expect((await listAlerts())[0]?.acknowledged_at).toBeNull()
    const press = () => shop.app.inject({ method: 'POST', url: link, headers: FORM, payload: '' })
    expect((await press()).body).toContain('Acknowledged. No one else is called.')
    expect((await press()).body).toContain('This call has already been acknowledged.')
    await watchFor(30)
    expect(await listCalls()).toHaveLength(2)
    expect((await listAlerts())[0]).toMatchObject({ acknowledged_by: await getEmail(second), cleared_at: null })
  })

  test('that is switched off is listed, and calls nobody', async () => {
    await saveContacts([byEmail(shop.me.id, 1)], { disabled_causes: ['terminal_unreachable'] })
    health = DEAD
    await watchFor(5)
    expect(await listAlerts()).toMatchObject([{ cause: 'terminal_unreachable', calls: [] }])
  })

  test('stays open while the search for it fails, and calls nobody who was blocked', async () => {
    const colleague = await addColleague()
    await saveContacts([byEmail(colleague, 1)])
    await shop.database.kysely
      .updateTable('app_user')
      .set({ blocked_at: new Date() })
      .where('id', '=', colleague)
      .execute()
    health = DEAD
    await watchFor(4)
    expect((await listCalls()).map(({ email }) => email)).toEqual([adminEmail, adminEmail])
    const { byProvider } = shop.context.terminals
    shop.context.terminals.byProvider = () => {
      throw new Error('on purpose')
    }
    await watchFor(5)
    shop.context.terminals.byProvider = byProvider
    expect(await listAlerts('?is_open=true')).toHaveLength(1)
  })
})
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('a link that was never made has no page, and says in three languages what to do', async () => {
  const { statusCode, body } = await shop.get(`/calls/${'x'.repeat(43)}`)
  expect(statusCode).toBe(404)
  expect(body).toMatch(/This link isn’t valid.*Linkki ei ole voimassa.*Länken gäller inte/s)
})

test('an SMS goes only to a contact with a number, and has the link', async () => {
  const colleague = await addColleague()
  await shop.database.kysely
    .updateTable('app_user')
    .set({ phone: '+358401112233' })
    .where('id', '=', colleague)
    .execute()
  await saveContacts([
    { ...byEmail(colleague, 1), channels: ['sms'] },
    { ...byEmail(shop.me.id, 1), channels: ['sms'] },
  ])
  await shop.database.kysely.updateTable('app_user').set({ is_verified: false }).where('id', '=', shop.me.id).execute()
  health = DEAD
  await watchFor(4)
  expect((await shop.lastSms('+358401112233')).text).toMatch(
    /^Rantapuoti: The terminal Kassa 1 isn’t responding\. Since .*\. Acknowledge: \S+\/calls\/[\w-]{43}$/,
  )
  const calls = await shop.database.kysely.selectFrom('alert_call').select('user_id').execute()
  expect(calls).toEqual([{ user_id: colleague }])
})

test('a test call reaches the first step at once and ends when it is acknowledged', async () => {
  await saveContacts([byEmail(shop.me.id, 1), byEmail(await addColleague(), 2)], {
    quiet_hours: { from: '00:00', until: '23:59' },
  })
  expect((await shop.me.call(`POST stores/${storeId}/duty/test`)).body).toEqual({ calls: 1 })
  expect((await shop.lastMail(adminEmail)).subject).toBe('Rantapuoti: This is a test call')
  const [alert] = await listAlerts('?is_open=true')
  expect((await shop.me.call(`POST alerts/${alert?.id}/acknowledge`)).status).toBe(200)
  await watchFor(20)
  expect(await listAlerts('?is_open=true')).toEqual([])
  expect(await listCalls()).toHaveLength(1)
})

test('rules are saved from the revision that was seen, with people who may work in the back office only', async () => {
  const shopper = await userIdFor(shop.database, (await shop.caller('shopper')).session)
  const rules = { escalate_after_minutes: 10, quiet_hours: null, disabled_causes: [] }
  const save = (revision: number, contacts: Duty['contacts']) =>
    shop.me.call(`PUT stores/${storeId}/duty`, { revision, ...rules, contacts })
  expect(await save(0, [byEmail(shopper, 1)])).toMatchObject({ status: 422, body: { code: 'form.invalid' } })
  expect(await save(0, [byEmail(shop.me.id, 1), byEmail(shop.me.id, 2)])).toMatchObject({ status: 422 })
  expect(await save(0, [byEmail(shop.me.id, 1)])).toMatchObject({ status: 200, body: { revision: 1 } })
  expect(await save(0, [])).toMatchObject({ status: 409, body: { code: 'record.changed' } })
})

test('a store that sold every hour for weeks is called silent within eight usual sales, and the sale ends it', async () => {
  const user_id = await addShopper(shop.database)
  const now = shop.context.now().getTime()
  const sell = (at: number) =>
    addOrder(shop.database, { user_id, store_id: storeId, status: 'complete', paid_at: new Date(at) })
  await shop.database.kysely.updateTable('store').set({ always_open: true }).where('id', '=', storeId).execute()
  for (let hour = 1; hour <= 21 * 24; hour++) await sell(now - hour * HOUR_MS)
  const isSilent = async () => (await new SilenceWatch().find(shop.context)).length > 0
  expect(await isSilent()).toBe(false)
  shop.turnClock(5.5 * HOUR_MS)
  expect(await isSilent()).toBe(false)
  shop.turnClock(1.5 * HOUR_MS)
  expect(await isSilent()).toBe(true)
  await watchFor(7)
  const mail = await shop.lastMail(adminEmail)
  expect(mail.subject).toMatch(/^Rantapuoti: Nothing has been sold since \d\d\.\d\d\.\d{4} \d\d:\d\d$/)
  await sell(shop.context.now().getTime())
  await watchFor(3)
  expect(await listAlerts('?is_open=true')).toEqual([])
})

test('every cause has a probe that finds it, except those that people make', () => {
  const found = CAUSE_PROBES.flatMap(({ causes }) => causes)
  expect(found.toSorted()).toEqual(
    ALERT_CAUSE_NAMES.filter(cause => !MADE_BY_PEOPLE.some(each => each === cause)).toSorted(),
  )
})

test('a code that shoppers report and a violated invariant are found', async () => {
  const { kysely: db } = shop.database
  const at = shop.context.now()
  for (let shopper = 0; shopper < 3; shopper++)
    await db
      .insertInto('unknown_code_report')
      .values({
        store_id: storeId,
        code: '6411200000012',
        user_id: await addShopper(shop.database),
        first_at: at,
        last_at: at,
      })
      .execute()
  await db
    .insertInto('invariant_check')
    .values({ invariant: 'I3', violations: 1, sample: '[]', checked_at: at, violated_since: at })
    .execute()
  await saveContacts([byEmail(shop.me.id, 1)])
  await watchFor(1)
  const found = (await listAlerts()).map(({ cause, title, store }) => ({ cause, title, store: store?.name }))
  expect(found.toSorted((a, b) => a.cause.localeCompare(b.cause))).toEqual([
    { cause: 'code_reported', title: 'Code reported by shoppers: 6411200000012; reports: 3', store: 'Rantapuoti' },
    { cause: 'invariant_violated', title: 'A check of money or stock failed: I3', store: undefined },
  ])
  await eventually(async () => shop.mails.length >= 1)
})

test('the gauges have what is open, what nobody acknowledged, and the devices that do not answer', async () => {
  const values = async () =>
    Object.fromEntries((await dutyGauges(shop.context)).map(({ name, values: [first] }) => [name, first?.value]))
  const quiet = await values()
  expect(quiet).toMatchObject({
    puoti_alerts_unacknowledged: 0,
    puoti_terminals_unreachable: 0,
    puoti_locks_unreachable: 0,
  })
  health = DEAD
  await watchFor(14)
  expect(await values()).toMatchObject({
    puoti_alerts_unacknowledged: 1,
    puoti_alert_oldest_unacknowledged_seconds: 600,
    puoti_terminals_unreachable: 1,
    puoti_locks_unreachable: 0,
  })
  const [alert] = await listAlerts()
  expect((await shop.me.call(`POST alerts/${alert?.id}/acknowledge`)).status).toBe(200)
  expect(await values()).toMatchObject({ puoti_alerts_unacknowledged: 0, puoti_terminals_unreachable: 1 })
})

describe('people with a right in the store', () => {
  const addPerson = (kind: 'keeper' | 'helper' | 'bookkeeper', id = storeId) => shop.caller(kind, [id])

  test('can be called: its keepers and helpers, and nobody of another store', async () => {
    const other = await addStore(shop.database, { name: 'Kirkkopuoti' })
    const [keeper, helper] = [await addPerson('keeper'), await addPerson('helper')]
    for (const person of [await addPerson('bookkeeper'), await addPerson('keeper', other)])
      expect(person.id).not.toBe(0)
    const { contact_choices: people } = (await shop.me.call(`GET stores/${storeId}/duty`)).body as Duty
    expect(new Set(people.map(({ id }) => id))).toEqual(new Set([shop.me.id, keeper.id, helper.id]))
  })

  test('are called for what their right includes, and admins for the rest', async () => {
    const [keeper, helper] = [await addPerson('keeper'), await addPerson('helper')]
    await saveContacts([byEmail(helper.id, 1), byEmail(keeper.id, 1)])
    const { kysely: db } = shop.database
    const times = { first_seen_at: shop.context.now(), last_seen_at: shop.context.now(), opened_at: shop.context.now() }
    const open = (cause: 'lock_unreachable' | 'payment_in_doubt' | 'disk_low', store_id: number | null) =>
      db
        .insertInto('alert')
        .values({ store_id, cause, subject: '', facts: '{}', ...times })
        .execute()
    await open('lock_unreachable', storeId)
    await open('payment_in_doubt', storeId)
    await open('disk_low', null)
    await inTransaction(db, trx => callContacts(shop.context, trx, { now: shop.context.now() }))
    const calls = await listCalls()
    const listCalled = (cause: string) => new Set(calls.filter(call => call.cause === cause).map(({ email }) => email))
    const [keeperEmail, helperEmail] = [await getEmail(keeper.id), await getEmail(helper.id)]
    expect(listCalled('lock_unreachable')).toEqual(new Set([keeperEmail, helperEmail]))
    expect(listCalled('payment_in_doubt')).toEqual(new Set([keeperEmail]))
    expect(listCalled('disk_low')).toEqual(new Set([adminEmail]))
  })

  test('are not called once their right has ended', async () => {
    const keeper = await addPerson('keeper')
    await saveContacts([byEmail(keeper.id, 1)])
    await shop.database.kysely.deleteFrom('user_right').where('user_id', '=', keeper.id).execute()
    health = DEAD
    await watchFor(5)
    expect(new Set((await listCalls()).map(({ email }) => email))).toEqual(new Set([adminEmail]))
  })
})
