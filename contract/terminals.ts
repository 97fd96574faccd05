import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, nothing, pathId } from './values.ts'

const text = z.string().check(z.minLength(1), z.maxLength(500))

export const terminal = z.object({
  id,
  store_id: id,
  name: z.string(),
  provider: z.string(),
  /** What they are never leaves the server. */
  has_settings: z.boolean(),
})
export type Terminal = z.output<typeof terminal>

/** `api_key` and `password` go in and never come out. */
const settings = z.discriminatedUnion('transport', [
  z.strictObject({
    transport: z.literal('tcp'),
    host: text,
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    api_key: text,
  }),
  z.strictObject({
    transport: z.literal('websocket'),
    // The password travels when the WebSocket opens: in the clear only to this machine.
    url: z.url().check(z.regex(/^(wss:\/\/|ws:\/\/(localhost|127\.0\.0\.1)[:/])/)),
    user: text,
    password: text,
    api_key: text,
  }),
])
const named = { name: text, provider: z.literal('jsonpos'), settings }
export type NamedTerminal = z.output<z.ZodMiniObject<typeof named>>

const forAdmins = ['session.required', 'session.unverified', 'session.adminRequired'] as const

export const terminals = {
  list: endpoint({
    method: 'GET',
    path: 'admin/terminals',
    summary: 'The payment terminals of all stores.',
    access: 'admin',
    answer: z.array(terminal),
    errors: forAdmins,
  }),
  add: endpoint({
    method: 'POST',
    path: 'admin/terminals',
    summary: 'Gives a store a payment terminal.',
    access: 'admin',
    body: z.strictObject({ store_id: id, ...named }),
    answer: terminal,
    errors: [...forAdmins, 'csrf.invalid', 'store.notFound'],
  }),
  change: endpoint({
    method: 'PUT',
    path: 'admin/terminals/:id',
    summary: 'Says anew how a payment terminal is reached. Refused while a payment may still be answered there.',
    access: 'admin',
    params: z.object({ id: pathId }),
    body: z.strictObject(named),
    answer: terminal,
    errors: [...forAdmins, 'csrf.invalid', 'terminal.notFound', 'terminal.paymentPending', 'terminal.kindStays'],
  }),
  health: endpoint({
    method: 'GET',
    path: 'admin/terminals/:id/health',
    summary: 'Asks a payment terminal whether it can take a payment now.',
    access: 'admin',
    params: z.object({ id: pathId }),
    answer: z.object({ ok: z.boolean(), detail: z.string() }),
    errors: [...forAdmins, 'terminal.notFound'],
  }),
  chooseMode: endpoint({
    method: 'PUT',
    path: 'admin/stores/:id/payment-mode',
    summary: 'Says whether a store’s test terminals or its real ones take the payments.',
    access: 'admin',
    params: z.object({ id: pathId }),
    body: z.strictObject({ payment_mode: z.enum(['test', 'terminal']) }),
    answer: nothing,
    errors: [...forAdmins, 'csrf.invalid', 'store.notFound'],
  }),
}
