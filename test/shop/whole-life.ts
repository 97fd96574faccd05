import type { Order } from '#contract/orders/orders.ts'
import type { TestBrowser } from './test-browser.ts'
import { booked, bought, codeIn, done, lastMessage, quiet, refunded, signedUp, type WholeWorld } from './world.ts'

/** Values unique to this person: wherever one is found, some personal data is left. */
export const CANARY = {
  email: 'kanarie-7391@puoti.example',
  phone: '+358457654321',
  /** Replaced earlier. */
  formerPhone: '+358451234567',
  cardHolder: 'KANARIE AINO',
}

/** A person who has used every feature of the shop, and whom others have mentioned wherever they can. */
export async function livedWholeLife(world: WholeWorld) {
  const { database, stocked, admin } = world
  const { email, phone, formerPhone, cardHolder } = CANARY
  const browser = await signedUp(world, email)
  const reason = `${email.toUpperCase()} called from 045 765-4321 and ${phone}`
  // Changes the phone before it is verified, and tries one wrong code.
  await done(browser.call('POST sendVerification', { phone: formerPhone }))
  await lastMessage(database, formerPhone)
  await database.pool.query(`DELETE FROM sms_cooldown`)
  await done(browser.call('POST sendVerification', { phone }))
  await browser.call('POST verify', { verification_code: '000000' })
  const sms = await lastMessage(database, phone)
  await done(browser.call('POST verify', { verification_code: codeIn(sms.text) }))
  const { id } = await done<{ id: number }>(browser.call('PUT user', { activeStoreId: stocked.storeId }))
  await done(browser.call('POST unknown-codes', { code: '6400000000001' }))
  const paid = await bought(browser, stocked)
  await refunded(world, paid.id, reason)
  const slip = `VISA ****1234\n${cardHolder}`
  await database.pool.query(
    `UPDATE payment_attempt SET receipt_text = $1, merchant_receipt_text = $1, abort_requested_at = now(),
       unknown_since = now(), abandoned_at = now() WHERE order_id = $2`,
    [slip, paid.id],
  )
  await database.pool.query(`UPDATE refund SET receipt_text = $1, merchant_receipt_text = $1, detail = $1`, [slip])
  // One pre-order is withdrawn from, one is changed, and one still waits.
  const withdrawn = await booked(world, browser)
  const product_ids = [stocked.eventFish]
  await done(browser.call(`POST preorders/${withdrawn}/withdrawal`, { product_ids }))
  const replaced = await booked(world, browser)
  const waiting = await changed(world, browser, replaced)
  await blockedAndFreed(world, { id, phone, reason })
  const view = { name: `of ${email}`, query: `q=${encodeURIComponent(email)}&x=${encodeURIComponent(phone)}` }
  await done(admin.call('POST admin/views', { list: 'users', ...view, shared: true }))
  const [again, other] = [await signedUp(world, email), await signedUp(world, email)]
  await writtenRows(world, id)
  // Left open: a code for each purpose, and an order at checkout.
  await done(again.call('POST login', { email }))
  await done(again.call('POST removal/code'))
  await done(again.call('POST order', { orderItems: [{ product_id: stocked.soap, quantity: 1 }] }))
  await database.pool.query(`INSERT INTO user_right (user_id, kind, store_id) VALUES ($1, 'helper', $2)`, [
    id,
    stocked.storeId,
  ])
  await database.pool.query(
    `INSERT INTO invitation (email, language_id, rights, token_sha256, created_at, expires_at, accepted_at, user_id)
      VALUES ($1, 1001, '[{"kind": "helper", "storeId": null}]', 'x', now(), now() + interval '7 days', now(), $2),
        ($1, 1001, '[]', 'y', now(), now() + interval '7 days', NULL, NULL)`,
    [email, id],
  )
  await database.pool.query(`UPDATE session SET passkey_confirmed_at = now() WHERE user_id = $1`, [id])
  await quiet(database)
  return { browser: again, other, id, paid, waiting }
}

/** Rows that would take longer than a test to produce: a former admin's passkey and view, a device, a door code. */
async function writtenRows({ database: { pool }, stocked }: WholeWorld, id: number): Promise<void> {
  await pool.query(
    `INSERT INTO phone_verification (user_id, phone, code_hmac, expires_at) VALUES ($1, $2, 'x', now() + interval '5 minutes')`,
    [id, CANARY.phone],
  )
  // As a former admin.
  await pool.query(
    `INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, device_type, is_backed_up, name)
      VALUES ($1, 'credential', 'key', 0, '{internal}', 'multiDevice', true, $2)`,
    [id, `Phone of ${CANARY.email}`.slice(0, 60)],
  )
  await pool.query(
    `INSERT INTO saved_view (user_id, list, name, query, is_shared, created_at) VALUES ($1, 'users', 'mine', '', false, now())`,
    [id],
  )
  await pool.query(
    `INSERT INTO duty_contact (store_id, user_id, step, channels, hours_from, hours_until)
      VALUES ($2, $1, 1, '{email}', '08:00', '20:00')`,
    [id, stocked.storeId],
  )
  await pool.query(`INSERT INTO letter_choice (user_id, store_id, evening, monday) VALUES ($1, $2, true, false)`, [
    id,
    stocked.storeId,
  ])
  await pool.query(
    `WITH test AS (
        INSERT INTO alert (store_id, cause, subject, facts, first_seen_at, last_seen_at, opened_at, cleared_at)
        VALUES ($2, 'test_call', '', '{}', now(), now(), now(), now()) RETURNING id)
      INSERT INTO alert_call (alert_id, user_id, channel, kind, step, created_at) SELECT id, $1, 'email', 'call', 1, now() FROM test`,
    [id, stocked.storeId],
  )
  await pool.query(
    `WITH device AS (
        INSERT INTO push_device (user_id, platform, address, language_id, wants_notifications, wants_promotions)
        VALUES ($1, 'apns', $2, 1001, true, true) RETURNING id
      ), notification AS (
        INSERT INTO push_notification (type, language_id, title, body, reference, expires_at)
        VALUES ('notifications', 1001, 'Refund', 'Money went back', $2, now()) RETURNING id)
      INSERT INTO outbox_message (kind, notification_id, device_id, state) SELECT 'push', notification.id, device.id, 'delivered' FROM notification, device`,
    [id, `refund of ${CANARY.email}`],
  )
  await pool.query(
    `INSERT INTO door_code (user_id, store_id, provider, lock_name, state, code_encrypted, created_at, expires_at, due_at)
      VALUES ($1, $2, 'none', 'a name', 'active', 'sealed', now(), now() + interval '5 minutes', now() + interval '5 minutes')`,
    [id, stocked.storeId],
  )
  // A recall that concerns other shoppers too.
  await pool.query(
    `WITH recall AS (
        INSERT INTO recall (product_id, reasons, lots, started_at, started_by, ended_at, ended_by)
        VALUES ($2, '{"en":"Glass","fi":"","sv":""}', '', now(), $1, now(), $1) RETURNING id
      ), notification AS (
        INSERT INTO push_notification (type, language_id, title, body, reference, expires_at)
        VALUES ('notifications', 1001, 'Recall', 'Look', 'recall of soap', now()) RETURNING id
      ), buyer AS (
        INSERT INTO recall_buyer (recall_id, user_id, found_at)
        SELECT recall.id, app_user.id, now() FROM recall, app_user WHERE app_user.id IN ($1, (SELECT min(id) FROM app_user))
        RETURNING id)
      INSERT INTO outbox_message (kind, notification_id, recall_buyer_id, state) SELECT 'recall', notification.id, buyer.id, 'delivered'
      FROM notification, buyer`,
    [id, stocked.soap],
  )
  await pool.query(
    `INSERT INTO outbox_message (kind, notification_id, recall_buyer_id, device_id, state)
      SELECT 'push', message.notification_id, message.recall_buyer_id, device.id, 'delivered'
      FROM outbox_message message JOIN recall_buyer buyer ON buyer.id = message.recall_buyer_id
      JOIN push_device device ON device.user_id = buyer.user_id WHERE buyer.user_id = $1`,
    [id],
  )
  await pool.query(`INSERT INTO alcohol_scan (user_id, store_id, product_id, scanned_at) VALUES ($1, $2, $3, now())`, [
    id,
    stocked.storeId,
    stocked.lager,
  ])
  await pool.query(`UPDATE visit SET door_codes = '{42}' WHERE user_id = $1`, [id])
}

/** Replaces a pre-order with another one; returns its id. */
async function changed({ database, stocked }: WholeWorld, browser: TestBrowser, replacedId: number): Promise<number> {
  const { preorder_event_id } = await database.kysely
    .selectFrom('customer_order')
    .select('preorder_event_id')
    .where('id', '=', replacedId)
    .executeTakeFirstOrThrow()
  const order = await done<Order>(
    browser.call('POST order', {
      preorder_event_id,
      replaces_order_id: replacedId,
      orderItems: [{ product_id: stocked.eventFish, quantity: 2 }],
    }),
  )
  await done(browser.call('POST order/preorder', { order_id: order.id, total_amount: order.total_amount }))
  return order.id
}

type Judged = { id: number; phone: string; reason: string }

/** An admin blocks the number and the user with a reason, and unblocks both; a former number stays blocked. */
async function blockedAndFreed({ admin, database }: WholeWorld, { id, phone, reason }: Judged): Promise<void> {
  const user = `PUT admin/users/${id}`
  await done(admin.call(`${user}/phone-blocked`, { phone, is_blocked: true, reason }))
  await done(admin.call(`${user}/phone-blocked`, { phone, is_blocked: false, reason }))
  await done(admin.call(`${user}/blocked`, { is_blocked: true, reason }))
  await done(admin.call(`${user}/blocked`, { is_blocked: false, reason }))
  await database.kysely.updateTable('app_user').set({ is_verified: true }).where('id', '=', id).execute()
  const blocked = { phone: CANARY.formerPhone, user_id: id }
  await database.kysely.insertInto('blocked_phone').values(blocked).execute()
}
