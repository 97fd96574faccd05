import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { notifySubscribers } from '#server/modules/messaging/push/notify-subscribers.ts'
import { connectTo, type DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { openDatabaseProcess } from '#test/faults/world/database-process.ts'
import { ServerProcess } from '#test/faults/world/server-process.ts'
import { makeRunDirectory } from '#test/files/run-directory.ts'
import { freePort } from '#test/free-port.ts'
import { openPushService, type TestPushService } from './push-service.ts'
import { subscribeMany } from './subscribe-many.ts'

export type Kills = {
  devices: number
  kills: number
  servers: number
  bug?: string | undefined
  log: (line: string) => void
}

/** The result of a run; `twice` and `mistaken` must be 0. */
export type Played = {
  devices: number
  delivered: number
  failed: number
  /** How many of the failed ones arrived all the same, which the servers could not detect. */
  failedButArrived: number
  /** Devices that received it more than once. */
  twice: number
  /** Deliveries without an outcome, delivered ones that never arrived, and messages that no browser could read. */
  mistaken: number
  kills: number
  seconds: number
}

const TIMEOUT_MS = 600_000

/** Sends one message to a number of devices from real servers on a real database, and kills -9 those servers meanwhile. */
export async function playKills({ devices, kills, servers: count, bug = '', log }: Kills): Promise<Played> {
  const directory = makeRunDirectory('push')
  const database = await openDatabaseProcess(directory)
  const handle = connectTo({ ...database.connection, max: 4 }, () => undefined)
  const service = await openPushService({ thinkMs: 30 })
  writeFileSync(join(directory, 'ca.pem'), service.cert)
  await migrate(handle.pool)
  await subscribeMany(handle, service, devices)
  const env = createEnvironment({ url: database.url, directory, service, bug })
  const servers: ServerProcess[] = []
  for (let number = 1; number <= count; number++) {
    servers.push(new ServerProcess({ number, directory, port: await freePort(), env }))
  }
  try {
    await Promise.all(servers.map(server => server.start()))
    const began = performance.now()
    await announce(handle)
    await killAlong({ servers, arrived: () => service.received.length, expected: devices, kills, log })
    await untilSettled(handle, log)
    const seconds = (performance.now() - began) / 1000
    return { ...(await judge(handle, service, devices)), kills, seconds }
  } finally {
    await Promise.all(servers.map(server => server.close()))
    await handle.close()
    await database.stop()
    await service.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

type Installation = { url: string; directory: string; service: TestPushService; bug: string }

const createEnvironment = ({ url, directory, service, bug }: Installation): NodeJS.ProcessEnv => ({
  DATABASE_URL: url,
  PUOTI_SECRET: 'a secret for a run that kills servers',
  PUOTI_DEMO: 'off',
  PUOTI_LOG_LEVEL: 'warn',
  PUOTI_PUSH_SERVICES: service.origin,
  NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem'),
  NODE_COMPILE_CACHE: '/tmp/puoti-faults-compiled',
  // Only test/faults/preload.ts reads it.
  FAULTS_BUG: bug,
})

const announce = ({ kysely }: DatabaseHandle) => {
  const text = { title: 'Fresh bread', body: 'Today from four o’clock.', url: '/home', messageId: 1 }
  return inTransaction(kysely, trx =>
    notifySubscribers(trx, { type: 'promotions', languageId: 1001, ...text, now: new Date() }),
  )
}

type Killing = {
  servers: readonly ServerProcess[]
  /** How many messages arrived so far, of those that are expected. */
  arrived: () => number
  expected: number
  kills: number
  log: (line: string) => void
}

/** Kills servers, evenly spread over the messages: one after another, and now and then all of them at once. */
export async function killAlong({ servers, arrived, expected, kills, log }: Killing): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    const due = (kill * expected) / (kills + 1)
    while (arrived() < due) await sleep(2)
    const chosen = kill % 3 === 0 ? servers : [servers[kill % servers.length]!]
    log(`${arrived()} messages arrived: kill -9 of ${chosen.length} server(s)`)
    await Promise.all(chosen.map(server => server.kill(100)))
  }
}

/** Waits until every notification and email of a recall is delivered or failed. */
export async function untilSettled({ pool }: DatabaseHandle, log: (line: string) => void): Promise<void> {
  const late = performance.now() + TIMEOUT_MS
  for (let turn = 0; performance.now() < late; turn++) {
    const { rows } = await pool.query<{ state: string; count: number }>(
      `SELECT kind || ' ' || state || coalesce(' (' || reason || ')', '') AS state, count(*)
       FROM outbox_message WHERE kind IN ('push', 'recall') GROUP BY 1 ORDER BY 1`,
    )
    if (turn % 10 === 0) log(rows.map(({ state, count }) => `${state} ${count}`).join(', '))
    if (!rows.some(({ state }) => / (waiting|sending)/.test(state))) return
    await sleep(500)
  }
  throw new Error('some deliveries have no outcome')
}

async function judge({ pool }: DatabaseHandle, { received }: TestPushService, devices: number) {
  const arrivals = new Map<string, number>()
  for (const { device } of received) arrivals.set(device, (arrivals.get(device) ?? 0) + 1)
  const { rows } = await pool.query<{ state: string; address: string }>(
    'SELECT state, address FROM outbox_message JOIN push_device ON push_device.id = device_id',
  )
  const times = (address: string) => arrivals.get(address.split('/').at(-1) ?? '') ?? 0
  const inState = (state: string) => rows.filter(row => row.state === state)
  const unread = received.filter(({ problem }) => problem !== undefined).length
  const lost = inState('delivered').filter(({ address }) => times(address) === 0).length
  return {
    devices,
    delivered: inState('delivered').length,
    failed: inState('failed').length,
    failedButArrived: inState('failed').filter(({ address }) => times(address) > 0).length,
    twice: [...arrivals.values()].filter(count => count > 1).length,
    mistaken: unread + lost + devices - inState('delivered').length - inState('failed').length,
  }
}
