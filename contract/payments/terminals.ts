import * as z from 'zod/mini'
import { connectionSettings } from '#contract/adapter-schemas.ts'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { id, lineText, nothing, pathId, revision } from '#contract/values.ts'
import { TERMINAL_FINDINGS } from '#domain/payments/terminal-health.ts'
import { TERMINAL_CONNECTIONS, TERMINAL_PROVIDERS } from '#domain/payments/terminals/terminal-providers.ts'

const shortText = lineText.check(z.minLength(1), z.maxLength(500))

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

/** An absent secret stays as it is stored if its destination stays the same; otherwise `form.invalid` requires it. */
const terminalInput = {
  name: shortText,
  provider: z.enum(TERMINAL_PROVIDERS),
  settings: connectionSettings(TERMINAL_CONNECTIONS),
}
export type TerminalInput = z.output<z.ZodMiniObject<typeof terminalInput>>

const params = z.object({ id: pathId })
/** `stored_secrets`: the names of the settings that have a value and are never returned. */
const terminalDetail = z.object({
  ...terminal.shape,
  settings: z.nullable(z.record(z.string(), z.string())),
  stored_secrets: z.array(z.string()),
})
export type TerminalDetail = z.output<typeof terminalDetail>

export const terminals = {
  list: endpoint({
    method: 'GET',
    path: 'admin/terminals',
    description: 'The payment terminals of all stores.',
    access: 'admin',
    reads: ['terminals'],
    answer: z.array(terminal),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/terminals/:id',
    description:
      'A payment terminal and its connection settings, without secrets: `stored_secrets` has the names of those that are stored.',
    access: 'admin',
    reads: ['terminals'],
    params,
    answer: terminalDetail,
    errors: [...FOR_ADMINS, 'terminal.notFound'],
  }),
  add: endpoint({
    method: 'POST',
    path: 'admin/terminals',
    description: 'Adds a payment terminal to a store.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['terminals', 'auditLog'],
    body: z.strictObject({ store_id: id, ...terminalInput }),
    answer: terminalDetail,
    errors: [...FOR_ADMINS, 'csrf.invalid', 'store.notFound', 'form.invalid'],
  }),
  change: endpoint({
    method: 'PUT',
    path: 'admin/terminals/:id',
    description:
      'Changes the connection settings of a payment terminal. Refused while a payment may still be under way there, and with the saved ones as `current` if they were changed since `revision`.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['terminals', 'auditLog'],
    params,
    body: z.strictObject({ ...terminalInput, revision: z.optional(revision) }),
    answer: terminalDetail,
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
    description: 'Takes a payment terminal out of use, or back into use. Operations under way continue.',
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
    description: 'Removes a payment terminal that never took a payment; others are taken out of use.',
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
    description:
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
    description: 'Sets whether a store’s test terminals or its real ones take payments.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['stores', 'auditLog'],
    params,
    body: z.strictObject({ payment_mode: z.enum(['test', 'terminal']) }),
    answer: nothing,
    errors: [...FOR_ADMINS, 'csrf.invalid', 'store.notFound', 'form.invalid'],
  }),
}
