import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import type { DoorCode } from '#contract/stores/doors.ts'
import type { Config } from '#server/config/config.ts'
import { adminUserRoutes } from '#server/modules/accounts/admin-users/routes.ts'
import { adminStoreRoutes } from '#server/modules/stores/admin-stores/routes.ts'
import { DoorWorker } from '#server/modules/stores/doors/door-worker.ts'
import { lockColumns } from '#server/modules/stores/doors/lock-settings.ts'
import { doorCodeRoutes, doorLockRoutes } from '#server/modules/stores/doors/routes.ts'
import { visitRoutes } from '#server/modules/stores/visits/routes.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { chooseLocks } from '#server/wiring/choose-locks.ts'
import { NUKI_TOKEN } from '#test/locks/run-nuki.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { featureServer, signedInShopper } from './feature-server.ts'

type Options = { now: () => Date; lockUrls: Partial<Config['lockUrls']> }

/** A server with door locks. The test triggers the door worker's rounds. */
export async function doorServer(database: DatabaseHandle, { now, lockUrls }: Options) {
  let worker: DoorWorker | undefined
  const server = await featureServer(database, {
    now,
    logLevel: 'trace',
    hasOutbox: true,
    routes(mount, context) {
      const config = { ...context.config, lockUrls: { ...context.config.lockUrls, ...lockUrls } }
      worker = new DoorWorker(context, chooseLocks({ ...context, config }))
      mount(contract.doorCodes, doorCodeRoutes(context, worker))
      mount(contract.doorLocks, doorLockRoutes(context, worker))
      mount(contract.adminUsers, adminUserRoutes(context))
      mount(contract.adminStores, adminStoreRoutes(context))
      mount(contract.visits, visitRoutes(context))
    },
  })
  if (!worker) throw new Error('no worker was opened')
  return { ...server, worker }
}
export type DoorServer = Awaited<ReturnType<typeof doorServer>>

/** A store that is always open, with a lock at its door. */
export async function lockedStore(database: DatabaseHandle, { context }: DoorServer, smartlockId?: string) {
  const id = await addStore(database, { always_open: true, lock_provider: 'rotating' })
  if (smartlockId === undefined) return id
  const settings = { smartlock_id: smartlockId, api_token: NUKI_TOKEN }
  const chosen = { provider: 'nuki' as const, settings }
  const columns = lockColumns(context, chosen, { id, lock_provider: null, lock_settings_sealed: null })
  if ('missing' in columns) throw new Error('the lock has no token')
  await database.kysely.updateTable('store').set(columns).where('id', '=', id).execute()
  return id
}

type Person = Parameters<typeof signedInShopper>[1]
type Answer = { door_code: DoorCode | null; code?: string }

/** A person at a door, with the calls they can make to a server. */
export async function personAt(database: DatabaseHandle, storeId: number, person: Person = {}) {
  const session = await signedInShopper(database, { activeStoreId: storeId, ...person })
  const { user_id: id } = await database.kysely
    .selectFrom('session')
    .select('user_id')
    .where('token_sha256', '=', sha256(session))
    .executeTakeFirstOrThrow()
  /** `request`: "PUT user", under /api. */
  const call = async (server: DoorServer, request: string, payload?: object) => {
    const [method = 'GET', url = ''] = request.split(' ')
    const response = await server.app.inject({
      // Tests only use methods of the contract.
      method: method as 'GET' | 'POST' | 'PUT',
      url: `/api/${url}`,
      headers: { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(server.context.secrets, session) },
      ...(payload && { payload }),
    })
    return { status: response.statusCode, headers: response.headers, body: response.json<Answer>() }
  }
  const check = async (server: DoorServer) => (await call(server, 'GET door-code')).body.door_code
  return {
    id,
    call,
    look: check,
    request: (server: DoorServer, store_id = storeId) => call(server, 'POST door-code', { store_id }),
    /** Polls until the code is no longer pending, as the web app does. `turn`: advances the time. */
    async settled(server: DoorServer, turn: (ms: number) => unknown): Promise<DoorCode | null> {
      for (let looks = 0; looks < 60; looks++) {
        const code = await check(server)
        if (code?.state !== 'pending') return code
        await sleep(20)
        await turn(1000)
      }
      return expect.fail('the lock never said')
    },
  }
}
