import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { runSeam, type Seam } from '#test/locks/run-seam.ts'
import { doorOptions, listDoorCodes, lockedStore, personAt } from '#test/shop/doors.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { encryptCode } from './lock-requests.ts'

// Two servers on one database, and the vendor's own fake. doors-nuki.test.ts has what no vendor changes.
let database: DatabaseHandle
let seam: Seam
let server: Shop
let other: Shop
let storeId: number

let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const turn = async (ms: number) => {
  aheadMs += ms
}
beforeAll(async () => {
  database = await testDatabase()
  seam = await runSeam()
  const options = doorOptions(database, { now, lockUrls: { seam: seam.url } })
  server = await openShop(options)
  other = await openShop(options)
  const settings = { device_id: seam.devices[0], api_key: seam.key }
  storeId = await lockedStore(database, server, { provider: 'seam', settings })
})
afterAll(async () => {
  await server.close()
  await other.close()
  await database.close()
  await seam.close()
})
afterEach(() => Promise.all([server.doorWorker.close(), other.doorWorker.close()]))

type Person = Awaited<ReturnType<typeof personAt>>
const getActiveCode = async (person: Person) => {
  await person.request(server)
  const code = await person.settled(server, turn)
  expect(code?.state).toBe('active')
  return code?.code ?? ''
}
const opens = (code: string) => seam.opens(seam.devices[0], code, aheadMs)

/** Runs rounds of both servers, with time between them, until a user has no row left. */
const untilGone = async (userId: number) => {
  for (let rounds = 0; rounds < 200; rounds++) {
    await Promise.all([server.doorWorker.round(), other.doorWorker.round()])
    if ((await listDoorCodes(database, userId)).length === 0) return
    await sleep(20)
    await turn(SECOND_MS)
  }
  expect.fail('the row stayed')
}

test('another server takes over codes of a server that died before or after asking the lock', async () => {
  const [before, after] = [await personAt(database, storeId), await personAt(database, storeId)]
  const digits = await getActiveCode(after)
  // One row as it was before the lock's answer was saved, and one that was never sent to the lock.
  const { id, ...row } = (await listDoorCodes(database, after.id))[0]!
  await database.kysely.updateTable('door_code').set({ state: 'pending' }).where('id', '=', id).execute()
  const lock_name = 'Puoti never asked'
  const code_encrypted = encryptCode(server.context, lock_name, '345678')
  const lost = { ...row, user_id: before.id, lock_name, code_encrypted, state: 'pending' as const }
  await database.kysely.insertInto('door_code').values(lost).execute()
  await database.kysely.updateTable('door_code').set({ due_at: now() }).execute()
  await turn(MINUTE_MS)
  await other.doorWorker.round()
  expect((await after.look(other))?.state).toBe('active')
  expect(opens(digits)).toBe(true)
  expect(await before.look(other)).toMatchObject({ state: 'failed', fault: 'unreachable' })
  await untilGone(before.id)
  expect(seam.database.access_codes.filter(({ code }) => code === '345678')).toEqual([])
})

test('ten concurrent requests of one shopper to two servers get one code at the lock', async () => {
  const shopper = await personAt(database, storeId)
  await Promise.all(Array.from({ length: 10 }, (_, index) => shopper.request(index % 2 ? server : other)))
  expect(await listDoorCodes(database, shopper.id)).toHaveLength(1)
  const code = (await shopper.settled(other, turn))?.code ?? ''
  expect(seam.database.access_codes.filter(each => each.code === code)).toHaveLength(1)
})

test('a code that expires is removed from the lock and from the database, by whichever server', async () => {
  const shopper = await personAt(database, storeId)
  const code = await getActiveCode(shopper)
  expect(opens(code)).toBe(true)
  await turn(16 * MINUTE_MS)
  expect(opens(code)).toBe(false)
  await untilGone(shopper.id)
  expect(seam.database.access_codes.filter(each => each.code === code)).toEqual([])
})
