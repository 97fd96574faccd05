// The cost of ten open windows of the back office in a shop with one call of a shopper every thirty seconds. Compares: no window, windows
// that poll every 20 seconds, ten browsers with a stream each, and ten windows of one browser, which share a stream. Run it with
// `node bench/windows.ts [MINUTES] [PHASE…]`: as many for each, or for the named ones.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { signInAdmin } from './lists-bench.ts'
import { measureMemory } from './memory.ts'
import { getDatabase, type RunningShop, startShop } from './running-shop.ts'

const WINDOWS = 10
const POLL_EVERY_MS = 20_000
const POLL_AT_LEAST_EVERY_MS = 180_000
const GATHER_MS = 1_000
const VISIT_EVERY_MS = 30_000

type Room = { shop: RunningShop; client: Client; cookie: string; signal: AbortSignal }

/** A window with the list of visits. */
async function read({ shop, cookie }: Room): Promise<void> {
  const answer = await fetch(`${shop.origin}/api/admin/visits/${new Date().toISOString().slice(0, 10)}?lang=fi`, {
    headers: { cookie },
  })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

/** Sleeps until the end of the phase at most. */
const rest = ({ signal }: Room, ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

/** A window of its own reads the list every so often. */
async function poll(room: Room, everyMs: number): Promise<void> {
  await rest(room, Math.random() * everyMs)
  while (!room.signal.aborted) {
    await read(room)
    await rest(room, everyMs)
  }
}

/** Reads one stream; these windows read their lists when it names visits. */
async function follow(room: Room, windows: number): Promise<void> {
  const { shop, cookie, signal } = room
  const response = await fetch(`${shop.origin}/api/admin/changes`, { headers: { cookie }, signal })
  if (!response.ok || !response.body) throw new Error(await response.text())
  try {
    for await (const chunk of response.body) {
      if (!Buffer.from(chunk).includes('"visits"')) continue
      await sleep(GATHER_MS)
      await Promise.all(Array.from({ length: windows }, () => read(room)))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

const pollAll = (room: Room, everyMs: number) => Array.from({ length: WINDOWS }, () => poll(room, everyMs))

const PHASES: Record<string, (room: Room) => Promise<void>[]> = {
  'nothing open': () => [],
  'polls alone': room => pollAll(room, POLL_EVERY_MS),
  'ten browsers with a stream': room => [
    ...pollAll(room, POLL_AT_LEAST_EVERY_MS),
    ...Array.from({ length: WINDOWS }, () => follow(room, 1)),
  ],
  'ten windows that share one': room => [...pollAll(room, POLL_AT_LEAST_EVERY_MS), follow(room, WINDOWS)],
}

async function letVisitorsIn(room: Room): Promise<void> {
  while (!room.signal.aborted) {
    await room.client.query(`INSERT INTO visit (store_id, user_id, began_by, last_at)
      SELECT (SELECT min(id) FROM store), min(id), 'start', now() + interval '1 second' FROM app_user`)
    await rest(room, VISIT_EVERY_MS)
  }
}

/** Statements outside of a transaction are transactions of their own, as nearly all of these are. */
async function countTransactions({ client }: Room): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = 'puoti'`,
  )
  return rows[0]!.count
}

const ESTABLISHED = '01'

/** Open connections to the shop (Linux). */
async function countConnections({ shop }: Room): Promise<number> {
  const port = Number(new URL(shop.origin).port).toString(16).toUpperCase().padStart(4, '0')
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map(line => line.trim().split(/\s+/))
  return lines.filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === ESTABLISHED).length
}

async function measure(name: string, room: Omit<Room, 'signal'>, minutes: number): Promise<string> {
  const end = new AbortController()
  const open: Room = { ...room, signal: end.signal }
  const working = [letVisitorsIn(open), ...PHASES[name]!(open)]
  await sleep(SETTLE_MS)
  const before = await countTransactions(open)
  const memory = [describeMemory(open)]
  for (let part = 0; part < PARTS; part++) {
    await sleep((minutes * 60_000) / PARTS)
    memory.push(describeMemory(open))
  }
  const statements = (await countTransactions(open)) - before
  const connections = await countConnections(open)
  end.abort()
  await Promise.all(working)
  return `${name}: ${Math.round(statements / minutes)} statements a minute, ${connections} connections, MB of Node+PostgreSQL ${memory.join(' → ')}`
}
/** What a shop sets up once is no growth. */
const SETTLE_MS = 60_000
const PARTS = 6

function describeMemory({ shop }: Room): string {
  const { nodeMegabytes = 0, postgresMegabytes = 0 } = measureMemory(shop) ?? {}
  return `${Math.round(nodeMegabytes)}+${Math.round(postgresMegabytes)}`
}

const [minutesText = '5', ...chosen] = process.argv.slice(2)
const minutes = Number(minutesText)
const names = chosen.length > 0 ? chosen : Object.keys(PHASES)
const dataDir = await mkdtemp('/tmp/puoti-bench-')
const shop = await startShop(dataDir)
const client = new Client(getDatabase(shop))
try {
  await client.connect()
  const cookie = await signInAdmin(client)
  for (const name of names) console.log(await measure(name, { shop, client, cookie }, minutes))
} finally {
  await client.end()
  await shop.stop('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
