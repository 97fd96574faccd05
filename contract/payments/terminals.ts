import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { id, lineText, nothing, pathId, exactText, revision } from '#contract/values.ts'
import { TERMINAL_FINDINGS } from '#domain/payments/terminal-health.ts'

const line = lineText.check(z.minLength(1), z.maxLength(500))
const secret = exactText.check(z.minLength(1), z.maxLength(500))

export const terminal = z.object({
  id,
  store_id: id,
  name: z.string(),
  provider: z.string(),
  /** Secrets in the settings never leave the server. */
  has_settings: z.boolean(),
  /** Out of use: it takes no new payments. */
  retired: z.boolean(),
  revision,
})
export type Terminal = z.output<typeof terminal>

const port = z.int().check(z.minimum(1), z.maximum(65_535))
// The password is sent when the WebSocket opens: unencrypted only to this machine.
const url = z.url().check(z.regex(/^(wss:\/\/|ws:\/\/(localhost|127\.0\.0\.1)[:/])/), z.maxLength(500))

/** Of a sales unit of Vipps MobilePay. */
const salesUnit = {
  transport: z.literal('mobilepay'),
  environment: z.enum(['production', 'test']),
  user_flow: z.enum(['WEB_REDIRECT', 'QR']),
  merchant_serial_number: z.string().check(z.regex(/^[0-9]{4,6}$/)),
  client_id: line,
}

/** A terminal of Adyen's, reached through its cloud. */
const adyenTerminal = {
  transport: z.literal('adyen'),
  environment: z.enum(['production', 'test']),
  merchant_account: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,80}$/)),
  poi_id: z.string().check(z.regex(/^[A-Za-z0-9]{1,20}-[A-Za-z0-9]{1,40}$/)),
  sale_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
}
/** Of its merchant account's webhook: the HMAC key in hexadecimal digits, and the user of the basic authentication. */
const adyenWebhook = {
  webhook_secret: z.optional(z.string().check(z.regex(/^[0-9A-Fa-f]{64}$/))),
  webhook_user: z.optional(line),
  webhook_password: z.optional(secret),
}

/** `api_key`, `password`, `client_secret`, `subscription_key` and those of a webhook are write-only. */
const settings = z.discriminatedUnion('transport', [
  z.strictObject({
    ...salesUnit,
    client_secret: secret,
    subscription_key: secret,
    webhook_secret: z.optional(secret),
  }),
  z.strictObject({ ...adyenTerminal, ...adyenWebhook, api_key: secret }),
  z.strictObject({ transport: z.literal('tcp'), host: line, port, api_key: secret }),
  z.strictObject({ transport: z.literal('websocket'), url, user: line, password: secret, api_key: secret }),
])
/** An absent secret stays unchanged if its destination stays the same; otherwise `form.invalid` requires it. */
const changedSettings = z.discriminatedUnion('transport', [
  z.strictObject({
    ...salesUnit,
    client_secret: z.optional(secret),
    subscription_key: z.optional(secret),
    webhook_secret: z.optional(secret),
  }),
  z.strictObject({ ...adyenTerminal, ...adyenWebhook, api_key: z.optional(secret) }),
  z.strictObject({ transport: z.literal('tcp'), host: line, port, api_key: z.optional(secret) }),
  z.strictObject({
    transport: z.literal('websocket'),
    url,
    user: line,
    password: z.optional(secret),
    api_key: z.optional(secret),
  }),
])
const settingsResponse = z.discriminatedUnion('transport', [
  z.object({ ...salesUnit, has_webhook: z.boolean() }),
  z.object({ ...adyenTerminal, has_webhook: z.boolean() }),
  z.object({ transport: z.literal('tcp'), host: line, port }),
  z.object({ transport: z.literal('websocket'), url: line, user: line }),
])
export type ShownTerminalSettings = z.output<typeof settingsResponse>

const kind = { name: line, provider: z.enum(['jsonpos', 'mobilepay', 'adyen']) }
const named = { ...kind, settings }
const renamed = { ...kind, settings: changedSettings }
export type NamedTerminal = z.output<z.ZodMiniObject<typeof named>>
export type RenamedTerminal = z.output<z.ZodMiniObject<typeof renamed>>

const params = z.object({ id: pathId })
const detail = z.object({ ...terminal.shape, settings: z.nullable(settingsResponse) })
export type TerminalDetail = z.output<typeof detail>

export const terminals = {
  list: endpoint({
    method: 'GET',
    path: 'admin/terminals',
    summary: 'The payment terminals of all stores.',
    access: 'admin',
    reads: ['terminals'],
    answer: z.array(terminal),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/terminals/:id',
    summary: 'A payment terminal and its connection settings, without secrets.',
    access: 'admin',
    reads: ['terminals'],
    params,
    answer: detail,
    errors: [...FOR_ADMINS, 'terminal.notFound'],
  }),
  add: endpoint({
    method: 'POST',
    path: 'admin/terminals',
    summary: 'Adds a payment terminal to a store.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['terminals', 'auditLog'],
    body: z.strictObject({ store_id: id, ...named }),
    answer: detail,
    errors: [...FOR_ADMINS, 'csrf.invalid', 'store.notFound', 'form.invalid'],
  }),
  change: endpoint({
    method: 'PUT',
    path: 'admin/terminals/:id',
    summary:
      'Changes the connection settings of a payment terminal. Refused while a payment may still be under way there, and with the saved ones as `current` if they were changed since `revision`.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['terminals', 'auditLog'],
    params,
    body: z.strictObject({ ...renamed, revision: z.optional(revision) }),
    answer: detail,
    errors: [
      ...FOR_ADMINS,
      'csrf.invalid',
      'record.changed',
      'terminal.notFound',
      'terminal.paymentPending',
      'terminal.kindStays',
      'form.invalid',
    ],
  }),
  retire: endpoint({
    method: 'PUT',
    path: 'admin/terminals/:id/retired',
    summary: 'Takes a payment terminal out of use, or back into use. Operations under way continue.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['terminals', 'auditLog'],
    params,
    body: z.strictObject({ retired: z.boolean() }),
    answer: terminal,
    errors: [...FOR_ADMINS, 'csrf.invalid', 'terminal.notFound'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/terminals/:id',
    summary: 'Removes a payment terminal that never took a payment; others are taken out of use.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['terminals', 'auditLog'],
    params,
    answer: nothing,
    errors: [...FOR_ADMINS, 'csrf.invalid', 'terminal.notFound', 'record.inUse'],
  }),
  health: endpoint({
    method: 'GET',
    path: 'admin/terminals/:id/health',
    summary:
      'Asks a payment terminal whether it can take a payment now. `code`: what is wrong; `detail`: as the terminal reported it.',
    access: 'admin',
    reads: [],
    params,
    answer: z.object({ ok: z.boolean(), code: z.enum(TERMINAL_FINDINGS), detail: z.string() }),
    errors: [...FOR_ADMINS, 'terminal.notFound'],
  }),
  chooseMode: endpoint({
    method: 'PUT',
    path: 'admin/stores/:id/payment-mode',
    summary: 'Sets whether a store’s test terminals or its real ones take payments.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['stores', 'auditLog'],
    params,
    body: z.strictObject({ payment_mode: z.enum(['test', 'terminal']) }),
    answer: nothing,
    errors: [...FOR_ADMINS, 'csrf.invalid', 'store.notFound', 'form.invalid'],
  }),
}
