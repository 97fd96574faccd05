import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { DoorCode } from '#contract/stores/doors.ts'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import type { LockProvider } from '#domain/stores/locks/lock-providers.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { lockColumns } from '#server/modules/stores/doors/lock-settings.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { callAs, signedInShopper, userIdFor } from './callers.ts'
import type { Shop, ShopOptions } from './open-shop.ts'

type DoorOptions = { now: () => Date; lockUrls: Partial<Config['lockUrls']> }

/** A shop with door locks. The test triggers the door worker's rounds. */
export const doorOptions = (database: DatabaseHandle, { now, lockUrls }: DoorOptions) =>
  ({
    database,
    now,
    modules: ['stores', 'accounts'],
    hasOutbox: true,
    logLevel: 'trace',
    config: { lockUrls: { ...readConfig({ NODE_ENV: 'test' }).lockUrls, ...lockUrls } },
  }) satisfies ShopOptions

type LockChoice = { provider: LockProvider; settings: PlainSettings }

/** A store that is always open, with a lock at its door. */
export async function lockedStore(database: DatabaseHandle, { context }: Shop, lock?: LockChoice) {
  const id = await addStore(database, { always_open: true, lock_provider: 'rotating' })
  if (lock === undefined) return id
  const columns = lockColumns(context, lock, { id, lock_provider: null, lock_settings_encrypted: null })
  if ('missing' in columns) throw new Error('the lock has no token')
  await database.kysely.updateTable('store').set(columns).where('id', '=', id).execute()
  return id
}

/** The door codes of a user, the oldest first. */
export const listDoorCodes = ({ kysely: db }: DatabaseHandle, userId: number) =>
  db.selectFrom('door_code').selectAll().where('user_id', '=', userId).orderBy('id').execute()

type Person = Parameters<typeof signedInShopper>[1]
type Answer = { door_code: DoorCode | null; code?: string }

/** A person at a door, with the calls they can make to a server. */
export async function personAt(database: DatabaseHandle, storeId: number, person: Person = {}) {
  const session = await signedInShopper(database, { activeStoreId: storeId, ...person })
  const id = await userIdFor(database, session)
  /** `request`: "PUT user", under /api. */
  const call = async (server: Shop, request: string, body?: object) => {
    const response = await callAs(server, session, { request, body })
    return { status: response.statusCode, headers: response.headers, body: response.json<Answer>() }
  }
  const check = async (server: Shop) => (await call(server, 'GET door-code')).body.door_code
  return {
    id,
    call,
    look: check,
    request: (server: Shop, store_id = storeId) => call(server, 'POST door-code', { store_id }),
    /** Polls until the code is no longer pending, as the web app does. `turn`: advances the time. */
    async settled(server: Shop, turn: (ms: number) => unknown): Promise<DoorCode | null> {
      for (let tries = 0; tries < 60; tries++) {
        const code = await check(server)
        if (code?.state !== 'pending') return code
        await sleep(20)
        await turn(1000)
      }
      return expect.fail('the lock never said')
    },
  }
}
