import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { browserKeys } from '#test/push/browser-keys.ts'
import { stockForBench, type BenchShopper } from './bench-stock.ts'
import type { CheckoutLoad } from './checkout-load.ts'
import { runChild, startChild } from './child.ts'
import type { FarEnd } from './push-far-end.ts'
import { median } from './rounds.ts'
import { getDatabase, startShop, type RunningShop } from './running-shop.ts'

const DEVICES = 10_000
const ROUNDS = 8
const SECONDS = 5
const SETTLE_MS = 2000
const ORDERS_PER_SECOND = 20

/** One round: the checkout's p50 and p95, and how many messages were sent meanwhile. */
type Round = { p50: number; p95: number; sentPerSecond: number }
export type PushBench = { without: Round[]; sending: Round[]; load: number }

/** Orders placed and paid at a steady rate, alternately with nothing to send and while a message goes to 10,000 devices. */
export async function benchPush(log: (line: string) => void): Promise<PushBench> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const far = startChild('bench/push-far-end.ts')
  const { origin, cert }: FarEnd = JSON.parse(await firstLine(far.stdout))
  await writeFile(join(dataDir, 'ca.pem'), cert)
  const trusting = { NODE_EXTRA_CA_CERTS: join(dataDir, 'ca.pem'), PUOTI_PUSH_SERVICES: origin }
  const shop = await startShop(dataDir, trusting)
  const client = new Client(getDatabase(shop))
  try {
    const shoppers = await stockForBench(shop)
    await client.connect()
    await subscribe(client, origin)
    const results: PushBench = { without: [], sending: [], load: 0 }
    // The first round of each is a warm-up and not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      const without = await measure(shop, shoppers, client)
      await announce(client)
      // Sending takes minutes, of which writing the deliveries is only the start; a round is short.
      await sleep(SETTLE_MS)
      const sending = await measure(shop, shoppers, client)
      await silence(client)
      log(`round ${round}: p95 ${without.p95.toFixed(1)} ms, while sending ${sending.p95.toFixed(1)} ms`)
      if (round > 0) results.without.push(without)
      if (round > 0) results.sending.push(sending)
    }
    return { ...results, load: loadavg()[0] ?? 0 }
  } finally {
    await client.end()
    await shop.stop('SIGTERM')
    far.stdin.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function firstLine(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) return line
  throw new Error('the push service did not start')
}

async function measure(shop: RunningShop, shoppers: BenchShopper[], client: Client): Promise<Round> {
  const before = await delivered(client)
  const load: CheckoutLoad = { origin: shop.origin, shoppers, seconds: SECONDS, perSecond: ORDERS_PER_SECOND }
  const took = (await runChild<number[]>('bench/checkout-load.ts', load)).toSorted((a, b) => a - b)
  const percentile = (share: number) => took[Math.floor((took.length - 1) * share)] ?? NaN
  const sent = (await delivered(client)) - before
  return { p50: percentile(0.5), p95: percentile(0.95), sentPerSecond: sent / SECONDS }
}

async function subscribe(client: Client, origin: string): Promise<void> {
  // One key for all: the messages are never decrypted, and encryption takes as long.
  const { p256dh, auth } = browserKeys()
  const columns =
    'user_id, platform, address, p256dh, auth, content_encoding, language_id, wants_notifications, wants_promotions'
  await client.query(
    `INSERT INTO push_device (${columns})
    SELECT (SELECT min(id) FROM app_user), 'webpush', $1 || '/push/' || number, $2, $3, 'aes128gcm', 1001, false, true
    FROM generate_series(1, $4::integer) number`,
    [origin, p256dh, auth, DEVICES],
  )
}

/** To all devices, as an admin's message is sent. */
const announce = (client: Client) =>
  client.query(`WITH written AS (
    INSERT INTO push_notification (type, language_id, title, body, url, expires_at)
    VALUES ('promotions', 1001, 'Fresh bread', 'Today from four o’clock.', '/home', now() + interval '1 day') RETURNING id
  ) INSERT INTO outbox_message (kind, notification_id, device_id) SELECT 'push', written.id, push_device.id FROM written, push_device`)

/** Deletes the deliveries that still wait, and lets those in progress finish. */
async function silence(client: Client): Promise<void> {
  await client.query(`DELETE FROM outbox_message WHERE kind = 'push' AND state = 'waiting'`)
  await sleep(SETTLE_MS)
}

async function delivered(client: Client): Promise<number> {
  const sql = `SELECT count(*)::integer AS count FROM outbox_message WHERE kind = 'push' AND state = 'delivered'`
  return (await client.query<{ count: number }>(sql)).rows[0]?.count ?? 0
}

/** A Markdown table. */
export function formatPushReport({ without, sending, load }: PushBench): string {
  const computeMedian = (rounds: Round[], figure: keyof Round) => median(rounds.map(round => round[figure]))
  const ratio = (figure: keyof Round) =>
    median(sending.map((round, at) => round[figure] / (without[at]?.[figure] ?? NaN)))
  const row = (name: string, figure: 'p50' | 'p95') =>
    `| checkout, ${name} | ${computeMedian(without, figure).toFixed(1)} ms | ${computeMedian(sending, figure).toFixed(1)} ms | ${ratio(figure).toFixed(2)} |`
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${process.platform}`
  return [
    `${machine}; Node ${process.versions.node}. ${ORDERS_PER_SECOND} orders a second, placed and paid; ${ROUNDS} rounds of ${SECONDS} s each by turns; load ${load.toFixed(1)}.`,
    '',
    `| ${DEVICES.toLocaleString('en')} devices | nothing to send | while sending | ratio |`,
    '| --- | --- | --- | --- |',
    row('p50', 'p50'),
    row('p95', 'p95'),
    `| messages a second | ${computeMedian(without, 'sentPerSecond').toFixed(0)} | ${computeMedian(sending, 'sentPerSecond').toFixed(0)} | |`,
  ].join('\n')
}
