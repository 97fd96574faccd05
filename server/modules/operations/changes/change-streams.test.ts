import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Topic } from '#contract/topics.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { sessionFinder } from '#server/platform/http/find-session.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { listPeriodicJobs } from '#server/platform/workers/periodic-job.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import type { Role } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { ChangeStreams } from './change-streams.ts'

let database: DatabaseHandle
let shop: Shop
let near: number
let far: number
let shopper: number
beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
  near = await addStore(database, { name: 'Near' })
  far = await addStore(database, { name: 'Far' })
  shopper = await addShopper(database)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

let streams: ChangeStreams
beforeEach(() => {
  streams = new ChangeStreams(shop.context, { lookEveryMs: 20 })
  return () => streams.close()
})

// Only the headers of a refusal are written to it.
const reply = { header: () => reply } as unknown as FastifyReply

async function openStream(session: string, at = streams) {
  const sessions = sessionFinder(shop.context)
  const findCaller = async () => sessions.find(session, { recent: false })
  const user = (await findCaller())!
  return at.open({ user, findCaller, reply })
}

/** What the stream of a new caller has told so far. */
async function follow(role: Role, storeIds?: readonly number[], at = streams) {
  const caller = await shop.caller(role, storeIds)
  const opened = await openStream(caller.session, at)
  if (isRefusal(opened)) throw new Error(opened.refused)
  const seen = { caller, topics: [] as Topic[], hasEnded: false }
  opened.on('data', (chunk: Buffer) => {
    const data = /^data: (.*)\n\n$/.exec(String(chunk))?.[1]
    if (data !== undefined) seen.topics.push(...(JSON.parse(data) as { topics: Topic[] }).topics)
  })
  opened.on('end', () => (seen.hasEnded = true))
  onTestFinished(() => void opened.destroy())
  return seen
}

const order = (storeId: number) => addOrder(database, { user_id: shopper, store_id: storeId, cancelled_at: new Date() })
const isFollowing = () => listPeriodicJobs(shop.context).some(({ name }) => name === 'the look for changes')

test('an order is told to those who may know of it, by every server', async () => {
  const otherServer = new ChangeStreams(shop.context, { lookEveryMs: 20 })
  onTestFinished(() => otherServer.close())
  const admin = await follow('admin')
  const there = await follow('admin', undefined, otherServer)
  const keeper = await follow('keeper', [near])
  const strangers = [await follow('keeper', [far]), await follow('helper', [near])]

  await order(near)

  await eventually(async () => [admin, there, keeper].every(({ topics }) => topics.includes('adminOrders')))
  await database.kysely
    .insertInto('visit')
    .values({ store_id: far, user_id: shopper, began_by: 'start', last_at: new Date(Date.now() + 60_000) })
    .execute()
  await eventually(async () => strangers[0]!.topics.includes('visits'))
  expect(strangers.map(({ topics }) => topics)).toEqual([['visits'], []])
  expect(keeper.topics).not.toContain('visits')
})

test('an alert is told when it opens, when it is acknowledged and when it ends', async () => {
  const keeper = await follow('keeper', [near])
  const { kysely: db } = database
  const now = new Date()
  const times = { first_seen_at: now, last_seen_at: now, opened_at: now }
  const alert = { store_id: near, cause: 'code_reported' as const, subject: '', facts: JSON.stringify({}), ...times }
  const count = () => keeper.topics.filter(topic => topic === 'alerts').length
  await db.insertInto('alert').values(alert).execute()
  await eventually(async () => count() === 1)
  await db.updateTable('alert').set({ acknowledged_at: now }).execute()
  await eventually(async () => count() === 2)
  await db.updateTable('alert').set({ cleared_at: now }).execute()
  await eventually(async () => count() === 3)
})

test('a stream ends with its session, and with the right; the server looks only while one is open', async () => {
  await eventually(async () => !isFollowing())
  const [signedOut, dismissed, staying] = [await follow('admin'), await follow('keeper', [near]), await follow('admin')]
  expect(isFollowing()).toBe(true)
  await signedOut.caller.call('GET home')
  await shop.call(signedOut.caller.session, 'POST logout')
  await eventually(async () => signedOut.hasEnded)
  await database.kysely.deleteFrom('session').where('user_id', '=', dismissed.caller.id).execute()
  await eventually(async () => dismissed.hasEnded)
  expect([staying.hasEnded, streams.size]).toEqual([false, 1])

  streams.close()
  await eventually(async () => staying.hasEnded && !isFollowing())
})

test('an account has at most ten streams, of which none stays open for it', async () => {
  const { session } = await shop.caller('admin')
  const opened = await Promise.all(Array.from({ length: 11 }, () => openStream(session)))
  expect(opened.filter(isRefusal)).toEqual([expect.objectContaining({ refused: 'rate.limited' })])
  for (const each of opened) if (!isRefusal(each)) each.destroy()
  await eventually(async () => streams.size === 0 && !isFollowing())
  expect(isRefusal(await openStream(session))).toBe(false)
})

test('over HTTP a stream is not kept by proxies, says that it lives, and ends when the server shuts down', async () => {
  const server = await openShop({ database })
  const { session } = await server.caller('admin')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo // it listens on TCP
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/changes`, {
    headers: { cookie: `${SESSION_COOKIE}=${session}` },
    signal: abort.signal,
  })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'cache-control': 'no-store, no-transform',
  })
  const text = response.text()
  await Promise.all([server.close(), text])
  expect(await text).toBe(':\n\n')
})
