// npm run drill -- disk: the disk takes 300 ms for each fdatasync (strace delays the database's calls). A terminal that receives a
// payment sooner than that after the shopper's press has received it before the intent was on disk.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Order } from '#contract/orders/orders.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'
import { clusterDirectory } from '#server/platform/db/embedded/data-dir.ts'
import { findServerPids } from '#server/platform/db/embedded/postmaster.ts'
import { call } from '../actors/call.ts'
import { percentile, formatTable } from '../figures.ts'
import { endWithUs } from '../world/children.ts'
import type { World, WorldOptions } from '../world/open-world.ts'
import type { SignedInShopper } from '../world/stock.ts'
import { runDrill } from './run-drill.ts'

const { values } = parseArgs({ options: { payments: { type: 'string', default: '1000' } } })
const DELAY_MS = 300
const SHOPPERS = 20
const WARM_UP = 2

const scene: WorldOptions = {
  seed: 'a slow disk',
  terminal: 'jsonpos',
  servers: 1,
  shoppers: SHOPPERS,
  stores: SHOPPERS,
  terminalsPerStore: 1,
  thinkMs: 0,
  inFlightMs: 60_000,
}
process.exit((await runDrill({ scene, play })) ? 0 : 1)

async function play(world: World): Promise<boolean> {
  const plain = await payAll(world, WARM_UP * 5)
  await stallDisk(world)
  const paid = await payAll(world, Math.ceil(Number(values.payments) / SHOPPERS))
  const early = paid.filter(ms => ms < DELAY_MS).length
  const spread = (times: number[]) => [0, 0.5, 1].map(share => `${percentile(times, share).toFixed(0)} ms`).join(', ')
  console.log(
    formatTable('from the press to the terminal: least, p50, most', [
      ['payments with the disk as it is', plain.length],
      ['heard of after', spread(plain)],
      [`payments with ${DELAY_MS} ms for each fdatasync`, paid.length],
      ['heard of after', spread(paid)],
      ['heard of before the intent can have been on the disk', early],
    ]),
  )
  return early === 0 && paid.length >= Number(values.payments)
}

/** Delays each call that waits for the disk, of all current and future processes of the database. */
async function stallDisk({ directory }: World): Promise<void> {
  const calls = 'fdatasync,fsync'
  const pids = findServerPids(clusterDirectory(directory)).flatMap(pid => ['-p', String(pid)])
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=${DELAY_MS * 1000}`]
  endWithUs(spawn('strace', ['-f', '-qq', '-o', '/dev/null', ...inject, ...pids], { stdio: 'ignore' }))
  while (!findServerPids(clusterDirectory(directory)).every(isTraced)) await sleep(50)
}

function isTraced(pid: number): boolean {
  try {
    return !/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    // It has ended meanwhile.
    return true
  }
}

/**
 * Every shopper pays at the same time, until `each` payments per shopper have reached a terminal; returns the times from the
 * press to the terminal's ledger entry (ms).
 */
async function payAll(world: World, each: number): Promise<number[]> {
  const pressedAt = new Map<string, number>()
  await Promise.all(world.stocked.shoppers.map(shopper => payAgainAndAgain({ world, shopper, each, pressedAt })))
  const { rows } = await world.handle.pool.query<{ order_id: number; service_id: string; terminal_id: number }>(
    'select order_id, service_id, terminal_id from payment_attempt',
  )
  const heardAt = new Map(
    world.terminals
      .ledger()
      .map(line => [line.serviceId, line.at] as const)
      .toReversed(),
  )
  return rows.flatMap(row => {
    const [pressed, answered] = [pressedAt.get(String(row.order_id)), heardAt.get(world.terminals.getKey(row))]
    return pressed === undefined || answered === undefined ? [] : [answered - pressed]
  })
}

type Buyer = { world: World; shopper: SignedInShopper; each: number; pressedAt: Map<string, number> }

async function payAgainAndAgain({ world, shopper, each, pressedAt }: Buyer): Promise<void> {
  const request = (line: string, body: unknown) =>
    call({ origin: world.front.origin, headers: shopper.headers, line, body, signal: AbortSignal.timeout(60_000) })
  for (let answered = 0; answered < each;) {
    const placed = await request('POST order', {
      orderItems: [{ product_id: world.stocked.products[answered % 8], quantity: 1 }],
    })
    const order = placed?.body as Order // the contract's type of a 200
    if (placed?.status !== 200) throw new Error(`An order was answered with ${placed?.status}`)
    pressedAt.set(String(order.id), Date.now())
    const paid = await request('POST order/pay', { order_id: order.id, total_amount: order.total_amount })
    // Storing the intent on such a slow disk may take longer than allowed: then the payment is never sent.
    const answer = paid?.body as { string_code: StringCode } | undefined // the contract's type of a 200
    if (answer?.string_code !== 'TERMINAL_UNREACHABLE') answered++
  }
}
