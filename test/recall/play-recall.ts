import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { RecallDetail } from '#contract/orders/admin-recalls.ts'
import { connectTo, type DatabaseHandle } from '#server/platform/db/connect.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { openDatabaseProcess } from '#test/faults/world/database-process.ts'
import { ServerProcess } from '#test/faults/world/server-process.ts'
import { makeRunDirectory } from '#test/files/run-directory.ts'
import { freePort } from '#test/free-port.ts'
import { killAlong, untilSettled } from '#test/push/play-kills.ts'
import { type Arrived, openPostOffice } from '#test/push/post-office.ts'
import { openPushService, type TestPushService } from '#test/push/push-service.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop } from '#test/shop/open-shop.ts'

type RecallOptions = { buyers: number; kills: number; servers: number; log: (line: string) => void }

/** The result of a run; `untold`, `twice` and `mistaken` must be 0. */
export type PlayedRecall = {
  buyers: number
  kills: number
  emails: { delivered: number; failed: number; failedButArrived: number }
  pushes: { delivered: number; failed: number; failedButArrived: number }
  /** Buyers whom an email or a push reached, as the shop counts them. */
  reached: number
  /** Buyers without a message, and messages to others. */
  untold: number
  /** Buyers who got an email more than once, and devices that were notified more than once. */
  twice: number
  /** Messages whose recorded outcome is wrong: delivered ones that never arrived. */
  mistaken: number
  /** From the recall to the last outcome. */
  seconds: number
}

const REASONS = { en: 'Glass in it.', fi: 'Lasinsiruja.', sv: 'Glassplitter.' }
/** Receipts are no recalls. */
const isRecall = ({ raw }: Arrived) => Object.values(REASONS).some(reason => raw.includes(reason))

/** Every third buyer has a phone that wants notifications. */
const PHONE_OF_EVERY = 3

/**
 * Recalls a product that many shoppers bought, from real servers on a real database with a mail server and a push service, and
 * kills -9 those servers meanwhile.
 */
export async function playRecall({ buyers, kills, servers: count, log }: RecallOptions): Promise<PlayedRecall> {
  const directory = makeRunDirectory('recall')
  const database = await openDatabaseProcess(directory)
  const handle = connectTo({ ...database.connection, max: 4 }, () => undefined)
  const post = await openPostOffice({ thinkMs: 30 })
  const push = await openPushService({ thinkMs: 30 })
  writeFileSync(join(directory, 'ca.pem'), push.cert)
  await migrate(handle.pool)
  const { soap, milk, storeId } = await stockShop(handle)
  const bought = await sellTo(handle, { buyers, product: soap, storeId, push })
  // Shoppers who bought something else are not notified.
  await sellTo(handle, { buyers: 100, product: milk, storeId, push })
  const env = {
    DATABASE_URL: database.url,
    PUOTI_SECRET: 'a secret for a run that kills servers',
    PUOTI_DEMO: 'off',
    PUOTI_LOG_LEVEL: 'warn',
    SMTP_URL: post.url,
    PUOTI_PUSH_SERVICES: push.origin,
    NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem'),
    NODE_COMPILE_CACHE: '/tmp/puoti-faults-compiled',
  }
  const servers: ServerProcess[] = []
  for (let number = 1; number <= count; number++)
    servers.push(new ServerProcess({ number, directory, port: await freePort(), env }))
  const desk = await openShop({ database: handle })
  try {
    const admin = await signedInShopper(handle, { isAdmin: true })
    await Promise.all(servers.map(server => server.start()))
    const began = performance.now()
    const body = { product_id: soap, reasons: REASONS, lots: '', sold_from: null, sold_until: null }
    const { id } = (await desk.call(admin, 'POST admin/recalls', body)).json<RecallDetail>()
    const arrived = () => post.received.length + push.received.length
    await killAlong({ servers, arrived, expected: buyers + bought.devices, kills, log })
    await untilSettled(handle, log)
    const seconds = (performance.now() - began) / 1000
    const informed = (await desk.call(admin, `GET admin/recalls/${id}`)).json<RecallDetail>().buyers
    const validated = await judge(handle, {
      emails: bought.emails,
      mails: post.received.filter(isRecall).map(({ to }) => to),
      push,
    })
    return { buyers, kills, seconds, reached: informed.reached, ...validated }
  } finally {
    await desk.close()
    await Promise.all(servers.map(server => server.close()))
    await handle.close()
    await database.stop()
    await Promise.all([post.close(), push.close()])
    rmSync(directory, { recursive: true, force: true })
  }
}

type Sale = { buyers: number; product: number; storeId: number; push: TestPushService }

/** Adds this many shoppers with a paid order of the product each; every third one has a phone. */
async function sellTo({ kysely }: DatabaseHandle, { buyers, product, storeId, push }: Sale) {
  const rows = Array.from({ length: buyers }, (_, number) => {
    const phone = number % PHONE_OF_EVERY === 0 ? push.subscribe() : undefined
    return {
      email: `buyer-${number}-of-${product}@puoti.example`,
      language_id: 1001 + (number % 3),
      endpoint: phone?.endpoint ?? null,
      p256dh: phone?.keys.p256dh ?? null,
      auth: phone?.keys.auth ?? null,
    }
  })
  await sql`
    WITH given AS (
      SELECT * FROM ${jsonRecordset(rows, 'email text, language_id integer, endpoint text, p256dh text, auth text')}
    ), shopper AS (
      INSERT INTO app_user (email, language_id) SELECT email, language_id FROM given RETURNING id, email
    ), sold AS (
      INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, paid_at)
      SELECT id, ${storeId}, 'complete', 100, 100, now() FROM shopper RETURNING id
    ), event AS (
      INSERT INTO order_event (order_id, to_status, actor, kind) SELECT id, 'complete', 'shopper', 'status_changed' FROM sold
    ), line AS (
      INSERT INTO order_line (order_id, product_id, product_version_id, quantity_thousandths, unit_price_cents, total_cents, rate_basis_points)
      SELECT sold.id, version.product_id, version.id, 1000, 100, 100, 1350
      FROM sold JOIN product_version version ON version.product_id = ${product} AND version.is_current
    )
    INSERT INTO push_device (user_id, platform, address, p256dh, auth, content_encoding, language_id, wants_notifications, wants_promotions)
    SELECT shopper.id, 'webpush', endpoint, p256dh, auth, 'aes128gcm', language_id, true, false
    FROM given JOIN shopper ON shopper.email = given.email WHERE endpoint IS NOT NULL`.execute(kysely)
  return { emails: rows.map(({ email }) => email), devices: rows.filter(({ endpoint }) => endpoint !== null).length }
}

type Sent = { emails: readonly string[]; mails: readonly string[]; push: TestPushService }

async function judge({ pool }: DatabaseHandle, { emails, mails, push }: Sent) {
  const { rows } = await pool.query<{ kind: 'recall' | 'push'; state: string; email: string; address: string | null }>(`
    SELECT kind, state, email, address FROM outbox_message
      JOIN recall_buyer buyer ON buyer.id = recall_buyer_id JOIN app_user ON app_user.id = buyer.user_id
      LEFT JOIN push_device ON push_device.id = device_id`)
  const letters = measureTimes(mails)
  const rings = measureTimes(push.received.map(({ device }) => device))
  const arrivals = ({ kind, email, address }: (typeof rows)[number]) =>
    (kind === 'push' ? rings.get(address?.split('/').at(-1) ?? '') : letters.get(email)) ?? 0
  const inKind = (kind: string) => {
    const rowsOfKind = rows.filter(row => row.kind === kind)
    const failed = rowsOfKind.filter(({ state }) => state === 'failed')
    return {
      delivered: rowsOfKind.filter(({ state }) => state === 'delivered').length,
      failed: failed.length,
      failedButArrived: failed.filter(row => arrivals(row) > 0).length,
    }
  }
  const written = new Set(rows.filter(({ kind }) => kind === 'recall').map(({ email }) => email))
  const strangers = [...letters.keys()].filter(email => !emails.includes(email))
  const moreThanOnce = (times: Map<string, number>) => [...times.values()].filter(count => count > 1).length
  return {
    emails: inKind('recall'),
    pushes: inKind('push'),
    untold: emails.filter(email => !written.has(email)).length + strangers.length,
    twice: moreThanOnce(letters) + moreThanOnce(rings),
    mistaken: rows.filter(row => row.state === 'delivered' && arrivals(row) === 0).length,
  }
}

function measureTimes(names: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
  return times
}
