import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '#domain/durations.ts'
import { toInstant, zonedTime } from '#domain/zoned-time.ts'
import { connectTo } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { Chances } from '#test/faults/chances.ts'
import { openDatabaseProcess } from '#test/faults/world/database-process.ts'
import { ServerProcess } from '#test/faults/world/server-process.ts'
import { makeRunDirectory } from '#test/files/run-directory.ts'
import { freePort } from '#test/free-port.ts'
import { runSeam } from '#test/locks/run-seam.ts'
import { runSimulator } from '#test/terminals/run-simulator.ts'
import { type Arrival, openFarEnds } from './far-ends.ts'
import { FastClock } from './fast-clock.ts'
import { listAlertRows } from './identify-messages.ts'
import { type Judgement, judgeCalls } from './judge-calls.ts'
import { type Kill, killPart, PARTS } from './kill-parts.ts'
import { findKey, liveCause, type PlannedCause } from './live-cause.ts'
import { addStaff, connectDevices, SECRET, TIME_ZONE } from './people.ts'
import { CausePlanter, PLANTED } from './plant-cause.ts'

export type Night = {
  causes: number
  kills: number
  seed: string
  /** From this hour of the stores' clock, for so many hours, within so many real minutes. */
  fromHour: number
  hours: number
  minutes: number
  log: (line: string) => void
}

export type PlayedNight = Judgement & { messages: number; kills: Kill[]; failedPushes: number; seconds: number }

const SERVERS = 2
const COUNTERS = 6
/** Enough for the causes of a night, though a low battery waits for the morning and its door for that. */
const DOORS = 16
/** The last causes begin before the end of the night. */
const PLANT_UNTIL = 0.8
/** After the night, everything that is still due arrives within so many minutes of the drill's clock. */
const GRACE_MINUTES = 180

/**
 * Plants causes over a night whose clock runs fast, from real servers on a real database with terminals, locks, a mail server, a push
 * service and an SMS gateway; kills -9 each of them by turns, and judges by what arrived at people.
 */
export async function playDuty(night: Night): Promise<PlayedNight> {
  const began = performance.now()
  const world = await openNight(night)
  try {
    const { clock, ends, lateMs } = world
    const kills = killOver(night, world)
    const planned = planCauses(night, world)
    const isLate = () => Date.now() > lateMs
    const chances = new Chances(`${night.seed} presses`)
    const lives = planned.map(async cause => {
      await clock.until(cause.startAt)
      return world.planter.withPlace(cause, plant =>
        liveCause(cause, {
          plant,
          arrivals: world.listByKey,
          press: world.press,
          findContacts: storeId => world.staffed.contacts.get(storeId) ?? [],
          now: clock.now,
          toRealMs: clock.toRealMs,
          isLate,
          chances,
        }),
      )
    })
    const reporting = setInterval(() => night.log(`${clock.now().toISOString()}: ${ends.count()} messages`), 20_000)
    const causes = await Promise.all(lives)
    clearInterval(reporting)
    const killed = await kills
    await untilQuiet(world)
    const arrivals = await ends.list()
    const alerts = await listAlertRows(world.handle)
    const judged = judgeCalls({ causes, arrivals, kills: killed, staffed: world.staffed, clockAt: clock.at, alerts })
    const failedPushes = await countFailedPushes(world)
    const seconds = (performance.now() - began) / 1000
    return { ...judged, messages: arrivals.length, kills: killed, failedPushes, seconds }
  } finally {
    await world.close()
  }
}

/** Opens everything; the night begins when all servers are ready. */
async function openNight({ fromHour, hours, minutes }: Night) {
  const directory = makeRunDirectory('duty')
  const database = await openDatabaseProcess(directory)
  const handle = connectTo({ ...database.connection, max: 8 }, () => undefined)
  const { date } = zonedTime(Date.now(), TIME_ZONE)
  const clock = new FastClock(toInstant(date, fromHour * 60, TIME_ZONE), (hours * 60) / minutes)
  await clock.setIn(handle)
  await handle.close()
  const inNight = connectTo({ ...database.connection, max: 8 }, () => undefined)
  await migrate(inNight.pool)
  const [ends, seam] = [await openFarEnds(directory), await runSeam()]
  const doors = Array.from({ length: DOORS }, () => seam.addLock())
  const staffed = await addStaff(inNight, { push: ends.push, counters: COUNTERS, doors })
  const terminalIds = staffed.counters.flatMap(counter => counter.terminalIds)
  const simulator = await runSimulator({ terminals: terminalIds })
  const ports = new Map(simulator.ready.terminals.map(({ id, port }) => [id, port]))
  await connectDevices(inNight, staffed, { ports, seamKey: seam.key })
  const env = { ...environment(database.url, seam.url), ...ends.env, ...clock.environment }
  const servers: ServerProcess[] = []
  for (let number = 1; number <= SERVERS; number++)
    servers.push(new ServerProcess({ number, directory, port: await freePort(), env }))
  await Promise.all(servers.map(server => server.start()))
  const planter = new CausePlanter({ database: inNight, clock, staffed, simulator, seam })
  const endMs = Date.now() + clock.toRealMs(hours * 60)
  const lateMs = endMs + clock.toRealMs(GRACE_MINUTES)
  const press = (link: string) => pressOn(servers, link)
  let listed: { realMs: number; byKey: Promise<ReadonlyMap<string, Arrival[]>> } | undefined
  const group = async () => Map.groupBy(await ends.list(), ({ text }) => findKey(text) ?? '')
  /** Grouped once for all causes that wait. */
  const listByKey = () => {
    if (!listed || Date.now() - listed.realMs > LIST_EVERY_MS) listed = { realMs: Date.now(), byKey: group() }
    return listed.byKey
  }
  async function close(): Promise<void> {
    await Promise.all(servers.map(server => server.close()))
    await inNight.close()
    await database.stop()
    await Promise.all([ends.close(), seam.close(), simulator.close()])
    rmSync(directory, { recursive: true, force: true })
  }
  return {
    clock,
    ends,
    servers,
    database,
    handle: inNight,
    staffed,
    simulator,
    seam,
    planter,
    endMs,
    lateMs,
    press,
    listByKey,
    close,
  }
}
type World = Awaited<ReturnType<typeof openNight>>
const LIST_EVERY_MS = 40

const environment = (databaseUrl: string, seamUrl: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl,
  PUOTI_SECRET: SECRET,
  PUOTI_PUBLIC_URL: 'http://127.0.0.1:3000',
  PUOTI_DEMO: 'off',
  PUOTI_LOG_LEVEL: 'warn',
  PUOTI_SEAM_URL: seamUrl,
  PUOTI_RATE_LIMIT_FACTOR: '1000000',
  NODE_COMPILE_CACHE: '/tmp/puoti-faults-compiled',
})

/** Like the button of the page that a call's link opens. Returns whether a server answered. */
async function pressOn(servers: readonly ServerProcess[], link: string): Promise<boolean> {
  const [server] = servers.filter(({ isUp }) => isUp)
  if (!server) return false
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const signal = AbortSignal.timeout(5000)
  return fetch(`http://127.0.0.1:${server.port}${link}`, { method: 'POST', headers, body: '', signal }).then(
    answer => answer.ok,
    () => false,
  )
}

/** Every tenth cause is over before the first call. Of the others, people of each step acknowledge some; the rest stay open. */
function planCauses({ causes, seed, hours }: Night, { clock }: World): PlannedCause[] {
  const chances = new Chances(`${seed} causes`)
  const from = clock.now().getTime()
  return Array.from({ length: causes }, (_, index): PlannedCause => {
    const name = chances.weighed(PLANTED)
    const canBlip = name === 'payment_in_doubt' || name === 'terminal_unreachable'
    const startAt = from + chances.next() * PLANT_UNTIL * hours * HOUR_MS
    if (canBlip && chances.isTrue(BLIP_SHARE)) return { number: index, name, startAt, fate: { kind: 'blip' } }
    const step = Number(chances.weighed({ 1: 6, 2: 3, 3: 1 }))
    return { number: index, name, startAt, fate: { kind: 'called', step, isAcknowledged: chances.isTrue(0.8) } }
  })
}
const BLIP_SHARE = 0.1

/** Kills parts one after the other, evenly spread over the night. */
async function killOver({ kills, seed, log }: Night, world: World): Promise<Kill[]> {
  const chances = new Chances(`${seed} kills`)
  const { clock, endMs } = world
  const [beganMs, killed] = [Date.now(), [] as Kill[]]
  for (let number = 1; number <= kills; number++) {
    await sleep(Math.max(0, beganMs + ((endMs - beganMs) * number) / (kills + 1) - Date.now()))
    const part = number === 1 ? 'server' : chances.weighed(PARTS)
    log(`${clock.now().toISOString()}: kill -9 of ${part}`)
    killed.push(await killPart(part, { ...world, chances }))
  }
  return killed
}

/** Waits until nothing is open or waits to be sent: also what the failing email caused. */
async function untilQuiet({ handle, lateMs }: World): Promise<void> {
  for (;;) {
    const { rows } = await handle.pool.query(`SELECT FROM alert WHERE cleared_at IS NULL
      UNION ALL SELECT FROM outbox_message WHERE state IN ('waiting', 'sending')`)
    if (rows.length === 0 || Date.now() > lateMs) return
    await sleep(200)
  }
}

async function countFailedPushes({ handle }: World): Promise<number> {
  const { rows } = await handle.pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM outbox_message WHERE kind = 'push' AND state = 'failed'`,
  )
  return rows[0]?.count ?? 0
}
