import * as z from 'zod/mini'
import { orderData } from '#contract/orders/order-data.ts'
import { id, instant, languageCode } from '#contract/values.ts'
import { STORE_RIGHTS } from '#domain/accounts/store-rights.ts'
import { VISIT_BEGINNINGS } from '#domain/stores/visit.ts'

const storeName = z.object({ id, name: z.string() })
const nullableValues = { text: z.nullable(z.string()), instant: z.nullable(instant), id: z.nullable(id) }

const accountData = z.object({
  id,
  email: z.string(),
  phone: nullableValues.text,
  is_verified: z.boolean(),
  /** Another user had verified the number. */
  phone_unique_warning: z.boolean(),
  is_admin: z.boolean(),
  /** Whether receipts are emailed automatically. */
  mails_receipts: z.boolean(),
  blocked_at: nullableValues.instant,
  language: languageCode,
  active_store: z.nullable(storeName),
  active_preorder_event_id: nullableValues.id,
  last_login: nullableValues.instant,
  created_at: instant,
})

/** All data that the shop stores about a person. Money in euros, times in UTC. */
export const myData = z.object({
  /** When this export was made. */
  made_at: instant,
  /** The company that stores the data. */
  operator: z.object({
    name: z.string(),
    business_id: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  account: accountData,
  /** Rights in stores; `store` null: in all. */
  rights: z.array(z.object({ kind: z.enum(STORE_RIGHTS), store: z.nullable(storeName), created_at: instant })),
  /** Invitations to rights; `store_id` null: in all stores. */
  invitations: z.array(
    z.object({
      rights: z.array(z.object({ kind: z.enum(STORE_RIGHTS), store_id: z.nullable(id) })),
      created_at: instant,
      expires_at: instant,
      accepted_at: nullableValues.instant,
      withdrawn_at: nullableValues.instant,
    }),
  ),
  /** Signed-in browsers, without the secrets that identify them. */
  sessions: z.array(
    z.object({
      created_at: instant,
      last_seen_at: instant,
      expires_at: instant,
      passkey_confirmed_at: nullableValues.instant,
      browser: nullableValues.text,
      system: nullableValues.text,
    }),
  ),
  /** An admin’s passkeys, without credential ids and keys. */
  passkeys: z.array(
    z.object({
      name: z.string(),
      device_type: z.string(),
      is_backed_up: z.boolean(),
      created_at: instant,
      last_used_at: nullableValues.instant,
    }),
  ),
  /** Emailed sign-in links and codes. */
  login_links: z.array(
    z.object({ created_at: instant, expires_at: instant, used_at: nullableValues.instant, failed_attempts: z.int() }),
  ),
  /** Emailed codes for removing the account. */
  removal_codes: z.array(z.object({ created_at: instant, expires_at: instant, failed_attempts: z.int() })),
  /** Codes sent to a phone that was not verified at the time. */
  phone_codes: z.array(
    z.object({ phone: z.string(), created_at: instant, expires_at: instant, failed_attempts: z.int() }),
  ),
  /** The number of SMS sent recently, and when the next one may be sent. */
  sms_cooldowns: z.array(z.object({ kind: z.enum(['phone', 'user']), sent: z.int(), until: instant })),
  blocked_phones: z.array(z.object({ phone: z.string(), created_at: instant })),
  /** Visits to stores: what each began with, and when the person last asked for a code, started shopping or chose the store. */
  visits: z.array(
    z.object({
      store: storeName,
      at: instant,
      began_by: z.enum(VISIT_BEGINNINGS),
      last_at: instant,
      door_codes: z.array(z.string()),
      /** When the shop asked whether something stayed unpaid. */
      question_sent_at: nullableValues.instant,
    }),
  ),
  /** When the person last scanned alcohol in the hours in which it is sold, in the last day. */
  alcohol_scans: z.array(z.object({ store: storeName, product_id: id, at: instant })),
  orders: z.array(orderData),
  /** Barcodes that the person entered and the shop did not recognise. */
  unknown_codes: z.array(
    z.object({ store: storeName, code: z.string(), times: z.int(), first_at: instant, last_at: instant }),
  ),
  /** Recalls of what the person bought or pre-ordered. */
  recalls: z.array(
    z.object({
      id,
      notified_at: instant,
      confirmed_at: nullableValues.instant,
      refund_requested_at: nullableValues.instant,
    }),
  ),
  /** Browsers and phones with notifications, without their push addresses. */
  devices: z.array(
    z.object({
      platform: z.string(),
      language: languageCode,
      wants_notifications: z.boolean(),
      wants_promotions: z.boolean(),
      created_at: instant,
      updated_at: instant,
    }),
  ),
  notifications: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      body: z.string(),
      url: nullableValues.text,
      at: instant,
      state: z.string(),
      sent_at: nullableValues.instant,
    }),
  ),
  /** Door codes: their times, not their digits. */
  door_codes: z.array(z.object({ store: storeName, state: z.string(), created_at: instant, expires_at: instant })),
  /** Messages in the development mailbox; empty where real email is sent. */
  messages: z.array(z.object({ channel: z.string(), to: z.string(), subject: nullableValues.text, at: instant })),
  /** Changes that admins made to the account. */
  account_changes: z.array(
    z.object({
      action: z.string(),
      changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
      reason: nullableValues.text,
      at: instant,
    }),
  ),
  /** An admin’s saved views. */
  saved_views: z.array(
    z.object({
      list: z.string(),
      name: z.string(),
      query: z.string(),
      is_shared: z.boolean(),
      created_at: instant,
    }),
  ),
  /** For which stores the person is called when something is wrong there, and in which hours. */
  duty: z.array(
    z.object({
      store: storeName,
      step: z.int(),
      channels: z.array(z.string()),
      hours_from: nullableValues.text,
      hours_until: nullableValues.text,
    }),
  ),
  /** Calls that were made to the person. */
  alert_calls: z.array(z.object({ channel: z.string(), kind: z.string(), created_at: instant })),
  /** Which letters about sales the person gets by email, and about which store; null: all of theirs. */
  letters: z.array(z.object({ store: z.nullable(storeName), evening: z.boolean(), monday: z.boolean() })),
  /** Number of rows that record the person’s id as their author, by table and column, with the first and last time. */
  authored_rows: z.array(z.object({ what: z.string(), times: z.int(), first_at: instant, last_at: instant })),
})
export type MyData = z.output<typeof myData>
