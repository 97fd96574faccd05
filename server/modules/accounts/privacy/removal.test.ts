import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addOrder } from '#test/rows/orders.ts'
import { findInvalidSums } from '#test/shop/refunds.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'
import {
  arrived,
  booked,
  bought,
  codeIn,
  done,
  lastMessage,
  openWorld,
  quiet,
  type WholeWorld,
} from '#test/shop/world.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { eraseIdle, matchErasures } from './erase-many.ts'

let database: DatabaseHandle
let world: WholeWorld
beforeAll(async () => {
  database = await testDatabase()
  world = await openWorld(database)
}, 60_000)
afterAll(async () => {
  await world.app.close()
  await database.close()
})

let last = 0
const newcomer = () => {
  last += 1
  return arrived(world, `shopper-${last}@puoti.example`, `+35845700${1000 + last}`)
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>

/** Requests a code and returns it from the mail. */
async function mailedCode({ browser, email }: Newcomer): Promise<string> {
  const before = await mailsTo(email)
  await done(browser.call('POST removal/code'))
  return codeIn((await lastMessage(database, email, { atLeast: before + 1 })).text)
}
const mailsTo = async (recipient: string) => {
  await quiet(database)
  return (
    await database.kysely.selectFrom('development_mail').select('id').where('recipient', '=', recipient).execute()
  ).length
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const remove = (browser: TestBrowser, code: string, cancel_preorders: number[] = []) =>
  browser.call('POST removal', { code, cancel_preorders })
const getRow = (id: number) =>
  database.kysely.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
const setOrder = (id: number, change: { status: 'error' | 'preorder_delivered' }) =>
  database.kysely.updateTable('customer_order').set(change).where('id', '=', id).execute()

test('an account without data that must be kept is deleted at once', async () => {
  const aino = await newcomer()
  expect((await aino.browser.call('GET removal')).body).toEqual({
    email: aino.email,
    paid_orders: 0,
    preorders: [],
    blockers: [],
  })
  await done(remove(aino.browser, await mailedCode(aino)))
  expect(await getRow(aino.id)).toBeUndefined()
  expect((await aino.browser.call('POST authenticate')).status).toBe(401)
})

test('a sign-in code does not remove an account, and a removal code does not sign in', async () => {
  const aino = await newcomer()
  const removing = await mailedCode(aino)
  const before = await mailsTo(aino.email)
  await done(aino.browser.call('POST login', { email: aino.email }))
  const signingIn = codeIn((await lastMessage(database, aino.email, { atLeast: before + 1 })).text)
  expect((await aino.browser.call('POST login/code', { email: aino.email, code: removing })).status).toBe(401)
  expect((await remove(aino.browser, signingIn)).body).toMatchObject({ code: 'removal.invalidCode' })
  expect((await remove(aino.browser, removing)).status).toBe(200)
})

test('the right code is refused after five wrong ones, and another person’s code always', async () => {
  const [aino, bror] = [await newcomer(), await newcomer()]
  const [code, other] = [await mailedCode(aino), await mailedCode(bror)]
  expect((await remove(aino.browser, code === other ? wrong(other) : other)).body).toMatchObject({
    code: 'removal.invalidCode',
  })
  for (const typed of [wrong(code), '', 'abcdef', `${code}0`])
    expect((await remove(aino.browser, typed)).body).toMatchObject({ code: 'removal.invalidCode' })
  expect((await remove(aino.browser, code)).body).toMatchObject({ code: 'removal.codeExpired' })
  const fresh = await mailedCode(aino)
  expect((await remove(aino.browser, `${fresh.slice(0, 3)} ${fresh.slice(3)}`)).status).toBe(200)
})

test.runIf(onlyInFullTier('it makes fifty calls at once'))(
  'only five of fifty concurrent guesses count, and then the right code is refused',
  async () => {
    const aino = await newcomer()
    const code = await mailedCode(aino)
    const answers = await Promise.all(Array.from({ length: 50 }, () => remove(aino.browser, wrong(code))))
    const codes = answers.map(({ body }) => body['code'])
    expect(codes.filter(each => each === 'removal.invalidCode')).toHaveLength(5)
    expect((await remove(aino.browser, code)).body).toMatchObject({ code: 'removal.codeExpired' })
    expect(await getRow(aino.id)).toBeDefined()
  },
)

test('an expired code is refused, and a new code invalidates the old one', async () => {
  const aino = await newcomer()
  const first = await mailedCode(aino)
  const second = await mailedCode(aino)
  if (first !== second) expect((await remove(aino.browser, first)).body).toMatchObject({ code: 'removal.invalidCode' })
  await database.pool.query(`UPDATE removal_code SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [
    aino.id,
  ])
  expect((await remove(aino.browser, second)).body).toMatchObject({ code: 'removal.codeExpired' })
  const hashes = await database.kysely.selectFrom('removal_code').select('code_hmac').execute()
  expect(hashes.every(({ code_hmac }) => code_hmac.length === 32)).toBe(true)
})

test('an account cannot be removed while money is open, and each reason has its own code', async () => {
  const aino = await newcomer()
  const code = await mailedCode(aino)
  const order = await addOrder(database, {
    user_id: aino.id,
    store_id: world.stocked.storeId,
    products: [world.stocked.milk],
    status: 'error',
  })
  for (const request of ['POST removal/code', 'POST removal'] as const) {
    const body = request === 'POST removal' ? { code, cancel_preorders: [] } : undefined
    expect(await aino.browser.call(request, body)).toMatchObject({
      status: 409,
      body: { code: 'removal.orderInError' },
    })
  }
  await database.pool.query(`UPDATE customer_order SET cancelled_at = now() WHERE id = $1`, [order])
  const delivered = await booked(world, aino.browser)
  await setOrder(delivered, { status: 'preorder_delivered' })
  expect((await aino.browser.call('GET removal')).body).toMatchObject({
    preorders: [{ id: delivered, event: 'Fish day', can_cancel: false }],
    blockers: ['removal.preordersWaiting'],
  })
  expect((await remove(aino.browser, code, [delivered])).body).toMatchObject({ code: 'removal.preordersWaiting' })
  expect(await getRow(aino.id)).toMatchObject({ email: aino.email })
})

test('an account cannot be removed while goods of a withdrawn pre-order are in the store', async () => {
  const aino = await newcomer()
  const delivered = await booked(world, aino.browser)
  await setOrder(delivered, { status: 'preorder_delivered' })
  const product_ids = [world.stocked.eventFish]
  await done(aino.browser.call(`POST preorders/${delivered}/withdrawal`, { product_ids }))
  expect((await aino.browser.call('GET removal')).body).toMatchObject({
    preorders: [],
    blockers: ['removal.withdrawalOpen'],
  })
  await done(world.admin.call(`PUT admin/orders/${delivered}/withdrawal`, { reason: 'the fish is back' }))
  await done(remove(aino.browser, await mailedCode(aino)))
  expect(await getRow(aino.id)).toBeUndefined()
})

test('an account is removed only when exactly its booked pre-orders are confirmed for cancellation', async () => {
  const aino = await newcomer()
  const preorder = await booked(world, aino.browser)
  const code = await mailedCode(aino)
  for (const seen of [[], [preorder, 9999], [9999]])
    expect((await remove(aino.browser, code, seen)).body).toMatchObject({ code: 'removal.preordersChanged' })
  expect((await remove(aino.browser, code, [preorder])).status).toBe(200)
})

test('the last admin cannot be removed; one of two can, and their audit entries lose the email address', async () => {
  const { admin } = world
  expect((await admin.call('GET removal')).body).toMatchObject({ blockers: ['user.lastAdmin'] })
  expect((await admin.call('POST removal/code')).body).toMatchObject({ code: 'user.lastAdmin' })
  const second = await newcomer()
  await database.kysely.updateTable('app_user').set({ is_admin: true }).where('id', '=', second.id).execute()
  await done(second.browser.call('POST admin/suppliers', { name: 'Farm of a second admin' }))
  await done(remove(second.browser, await mailedCode(second)))
  const trail = await done<{ items: { by: { email: string } }[] }>(admin.call('GET admin/audit?kind=supplier'))
  expect(trail.items[0]?.by.email).toBe(`#${second.id}`)
  expect((await admin.call('POST removal/code')).body).toMatchObject({ code: 'user.lastAdmin' })
})

test('only one of two admins who remove themselves concurrently is removed', async () => {
  const { admin } = world
  const second = await newcomer()
  await database.kysely.updateTable('app_user').set({ is_admin: true }).where('id', '=', second.id).execute()
  const self = { browser: admin, id: 0, email: 'admin@puoti.example' }
  const codes = [await mailedCode(self), await mailedCode(second)] as const
  const answers = await Promise.all([remove(second.browser, codes[1]), remove(admin, codes[0])])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const remaining = await database.kysely.selectFrom('app_user').select('id').where('is_admin', '=', true).execute()
  expect(remaining).toHaveLength(1)
  // The later tests use the remaining admin.
  if (answers[1]?.status === 200) world = { ...world, admin: second.browser }
})

test('an admin removes a user on request; the audit log records it without the email address', async () => {
  const [aino, { admin }] = [await newcomer(), world]
  const paid = await bought(aino.browser, world.stocked)
  const path = `POST admin/users/${aino.id}/removal`
  expect((await aino.browser.call(path, {})).status).toBe(403)
  await done(admin.call(path, { reason: `wrote from ${aino.email}` }))
  expect((await admin.call(path, {})).status).toBe(404)
  expect(await getRow(aino.id)).toMatchObject({ email: `#${aino.id}`, phone: null, is_verified: false })
  const trail = await done<{ items: object[] }>(admin.call(`GET admin/audit/user/${aino.id}`))
  expect(trail.items[0]).toMatchObject({ action: 'removed', reason: 'wrote from …' })
  expect((await admin.call(`GET admin/orders/${paid.id}`)).status).toBe(200)
  const { user } = await done<{ user: { id: number } }>(admin.call('POST authenticate'))
  expect((await admin.call(`POST admin/users/${user.id}/removal`, {})).status).toBe(409)
})

test.each(Array.from({ length: 12 }, (_, at) => at))(
  'a concurrent payment either completes or finds no order (%i)',
  async at => {
    const aino = await newcomer()
    const order = await done<{ id: number; total_amount: number }>(
      aino.browser.call('POST order', { orderItems: [{ product_id: world.stocked.milk, quantity: 1 }] }),
    )
    const code = await mailedCode(aino)
    const pay = () => aino.browser.call('POST order/pay', { order_id: order.id, total_amount: order.total_amount })
    const begin = async (work: () => ReturnType<TestBrowser['call']>, afterMs: number) => {
      await sleep(afterMs)
      return work()
    }
    const [removed, paid] = await Promise.all([begin(() => remove(aino.browser, code), at % 4), begin(pay, at % 3)])
    const row = await getRow(aino.id)
    const isPaid = paid.body['string_code'] === 'SUCCESS'
    const orders = await database.kysely
      .selectFrom('customer_order')
      .select('status')
      .where('id', '=', order.id)
      .execute()
    expect(orders).toEqual(isPaid ? [{ status: 'complete' }] : [])
    // Refused while the payment was open; or it was over by then, and the order stays without a person.
    if (removed.status === 200) expect(row?.removed_at ?? null).toEqual(isPaid ? expect.any(Date) : null)
    else expect([removed.body['code'], isPaid]).toEqual(['removal.paymentOpen', true])
  },
)

test('only one of two concurrent removals succeeds, and a concurrent refund is still made', async () => {
  const aino = await newcomer()
  const paid = await bought(aino.browser, world.stocked)
  const code = await mailedCode(aino)
  const body = { reason: `asked by ${aino.email}`, return_stock: true, refunded_amount: 0 }
  const [one, other, refund] = await Promise.all([
    remove(aino.browser, code),
    remove(aino.browser, code),
    world.admin.call(`POST admin/orders/${paid.id}/refunds`, body),
  ])
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 401])
  expect(refund.status).toBe(202)
  await expect
    .poll(
      async () => {
        const { refunds } = await done<{ refunds: { state: string }[] }>(
          world.admin.call(`GET admin/orders/${paid.id}/refunds`),
        )
        return refunds[0]?.state
      },
      { timeout: 20_000 },
    )
    .toBe('DONE')
  expect(await findInvalidSums(database)).toEqual([])
  expect(await getRow(aino.id)).toMatchObject({ email: `#${aino.id}` })
})

test('the clean-up erases users who have not signed in for six years, except those with a session', async () => {
  const [idle, awake] = [await newcomer(), await newcomer()]
  await bought(idle.browser, world.stocked)
  const longAgo = new Date(Date.now() - 6.1 * 365.25 * DAY_MS)
  for (const { id } of [idle, awake])
    await database.kysely.updateTable('app_user').set({ last_login_at: longAgo }).where('id', '=', id).execute()
  await database.kysely.deleteFrom('session').where('user_id', '=', idle.id).execute()
  expect(await eraseIdle(world.app.context, { years: 6, max: 100 })).toBe(1)
  expect(await getRow(idle.id)).toMatchObject({ email: `#${idle.id}` })
  expect(await getRow(awake.id)).toMatchObject({ email: awake.email })
})

test('after an older backup is restored, erased users are erased again, except where the id was reused', async () => {
  const [aino, bror] = [await newcomer(), await newcomer()]
  const paid = await bought(aino.browser, world.stocked)
  const before = await getRow(aino.id)
  await done(remove(aino.browser, await mailedCode(aino)))
  const directory = await mkdtemp(join(tmpdir(), 'puoti-erasures-'))
  await matchErasures(world.app.context, directory)
  const file = join(directory, 'erasures.jsonl')
  expect(await readFile(file, 'utf8')).not.toContain('puoti.example')
  // The state of the older copy, with an id that was reused since, and a line that a crash truncated.
  const { id: _id, search_text: _text, ...old } = before!
  await database.kysely.updateTable('app_user').set(old).where('id', '=', aino.id).execute()
  await database.kysely.deleteFrom('erased_user').where('user_id', '=', aino.id).execute()
  const reused = { user_id: bror.id, user_created_at: '2020-01-01T00:00:00.000Z' }
  await appendFile(file, `\n${JSON.stringify(reused)}\n{"user_id":`)
  await matchErasures(world.app.context, directory)
  await rm(directory, { recursive: true })
  expect(await getRow(aino.id)).toMatchObject({ email: `#${aino.id}`, phone: null })
  expect(await getRow(bror.id)).toMatchObject({ email: bror.email })
  expect((await world.admin.call(`GET admin/orders/${paid.id}`)).status).toBe(200)
})

test('a database constraint keeps an erased account without email, phone and admin right', async () => {
  const aino = await newcomer()
  await bought(aino.browser, world.stocked)
  await done(remove(aino.browser, await mailedCode(aino)))
  for (const change of ["email = 'a@puoti.example'", "phone = '+358457000000'", 'is_admin = true'])
    await expect(database.pool.query(`UPDATE app_user SET ${change} WHERE id = ${aino.id}`)).rejects.toThrow(
      'app_user_removed_check',
    )
})
