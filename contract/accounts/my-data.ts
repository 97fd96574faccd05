import * as z from 'zod/mini'
import { orderData } from '#contract/orders/order-data.ts'
import { id, instant, languageCode } from '#contract/values.ts'

const store = z.object({ id, name: z.string() })
const maybe = { text: z.nullable(z.string()), instant: z.nullable(instant), id: z.nullable(id) }

const account = z.object({
  id,
  email: z.string(),
  phone: maybe.text,
  is_verified: z.boolean(),
  /** Somebody else had verified the number. */
  phone_unique_warning: z.boolean(),
  is_admin: z.boolean(),
  /** Whether receipts come by mail by themselves. */
  mails_receipts: z.boolean(),
  blocked_at: maybe.instant,
  language: languageCode,
  active_store: z.nullable(store),
  active_preorder_event_id: maybe.id,
  last_login: maybe.instant,
  created_at: instant,
})

/** Everything that the shop keeps of a person. Money in euros, times in UTC. */
export const myData = z.object({
  /** When this was written. */
  made_at: instant,
  /** Who keeps it. */
  operator: z.object({
    name: z.string(),
    business_id: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  account,
  /** The browsers that are signed in. What they are known by is no part of this. */
  sessions: z.array(
    z.object({
      created_at: instant,
      last_seen_at: instant,
      expires_at: instant,
      passkey_confirmed_at: maybe.instant,
      browser: maybe.text,
      system: maybe.text,
    }),
  ),
  /** Of an admin: what signing in is confirmed with. What they are known by is no part of this. */
  passkeys: z.array(
    z.object({
      name: z.string(),
      device_type: z.string(),
      is_backed_up: z.boolean(),
      created_at: instant,
      last_used_at: maybe.instant,
    }),
  ),
  /** Mailed links and codes to sign in with. */
  login_links: z.array(
    z.object({ created_at: instant, expires_at: instant, used_at: maybe.instant, wrong_codes: z.int() }),
  ),
  /** Mailed codes to remove the account with. */
  removal_codes: z.array(z.object({ created_at: instant, expires_at: instant, wrong_codes: z.int() })),
  /** Codes sent to a phone that was not verified then. */
  phone_codes: z.array(z.object({ phone: z.string(), created_at: instant, expires_at: instant, wrong_codes: z.int() })),
  /** How many SMS went out lately, and until when the next one waits. */
  sms_waits: z.array(z.object({ of: z.enum(['phone', 'user']), sent: z.int(), until: instant })),
  blocked_phones: z.array(z.object({ phone: z.string(), created_at: instant })),
  /** Stores that were chosen. */
  visits: z.array(z.object({ store, at: instant, door_codes: z.array(z.string()) })),
  orders: z.array(orderData),
  /** Barcodes that the person met and the shop did not know. */
  unknown_codes: z.array(z.object({ store, code: z.string(), times: z.int(), first_at: instant, last_at: instant })),
  /** Browsers and phones with notifications. What they are reached by is no part of this. */
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
      url: maybe.text,
      at: instant,
      state: z.string(),
      sent_at: maybe.instant,
    }),
  ),
  /** Codes for doors: when, not which. */
  door_codes: z.array(z.object({ store, state: z.string(), created_at: instant, expires_at: instant })),
  /** What the development mailbox keeps; empty where real mail is sent. */
  messages: z.array(z.object({ channel: z.string(), to: z.string(), subject: maybe.text, at: instant })),
  /** What admins changed of the account. */
  changes_of_account: z.array(
    z.object({
      action: z.string(),
      changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
      reason: maybe.text,
      at: instant,
    }),
  ),
  /** Of an admin: lists kept under a name. */
  saved_views: z.array(
    z.object({
      list: z.string(),
      name: z.string(),
      query: z.string(),
      is_shared: z.boolean(),
      created_at: instant,
    }),
  ),
  /** How often the person’s id stands beside something that was done in the shop, and from when to when. */
  deeds: z.array(z.object({ what: z.string(), times: z.int(), first_at: instant, last_at: instant })),
})
export type MyData = z.output<typeof myData>
