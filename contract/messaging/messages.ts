import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, searchText, instantInput } from '#contract/lists.ts'
import { typedLine, typedText } from '#contract/record-schemas.ts'
import { id, instant, languageCode, pathId, clientKey } from '#contract/values.ts'

/** `sending`: it has not been sent to all devices yet. */
export const MESSAGE_STATES = ['scheduled', 'sending', 'sent', 'cancelled'] as const
export const messageState = z.enum(MESSAGE_STATES)
export type MessageState = z.output<typeof messageState>

/** Each device is waiting, delivered or failed. */
const outcome = {
  /** Number of devices that it was queued for; null before that. */
  devices: z.nullable(z.int()),
  waiting: z.int(),
  delivered: z.int(),
  failed: z.int(),
}

export const message = z.object({
  id,
  /** For each language in which it was written, to the shoppers who use that language. */
  texts: z.array(z.object({ language: languageCode, title: z.string(), text: z.string(), ...outcome })),
  /** A path of the shop, or an external https URL. */
  url: z.string(),
  state: messageState,
  send_at: instant,
  sent_at: z.nullable(instant),
  cancelled_at: z.nullable(instant),
  created_at: instant,
  by: z.object({ id, email: z.string() }),
  /** In all languages. */
  ...outcome,
})
export type Message = z.output<typeof message>

const text = z.optional(z.strictObject({ title: typedLine, text: typedText }))

/** Promotional messages, in one or several languages, to the users of these languages who opted in to promotions. */
export const messages = {
  list: endpoint({
    method: 'GET',
    path: 'admin/messages',
    summary: 'The messages, the latest first.',
    access: 'admin',
    reads: ['messages'],
    query: listQuery(['send_at', 'title'], {
      q: z.optional(searchText),
      state: z.optional(z.enum(['scheduled', 'sent', 'cancelled'])),
      /** Written in this language, perhaps among others. */
      language: z.optional(languageCode),
    }),
    answer: pageSchema(message),
    errors: FOR_ADMINS,
  }),
  audience: endpoint({
    method: 'GET',
    path: 'admin/messages/audience',
    summary: 'How many devices a message would reach now in each language.',
    access: 'admin',
    reads: [],
    answer: z.object({ devices: z.object({ en: z.int(), fi: z.int(), sv: z.int() }) }),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/messages/:id',
    summary: 'One message.',
    access: 'admin',
    reads: ['messages'],
    params: z.object({ id: pathId }),
    answer: message,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  send: endpoint({
    method: 'POST',
    path: 'admin/messages',
    summary:
      'Sends a message in all its languages now (`send_at` null), or later. A repeated call with the same key sends nothing more.',
    access: 'admin',
    touches: ['messages', 'auditLog'],
    body: z.strictObject({
      key: clientKey,
      /** By language; a language without a text receives nothing. */
      texts: z.strictObject({ en: text, fi: text, sv: text }),
      // Not sanitised: a link that hides its target is rejected (domain/format/safe-link.ts).
      url: z.string().check(z.maxLength(200_000)),
      send_at: z.nullable(instantInput),
    }),
    answer: message,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'admin/messages/:id/cancel',
    summary: 'Cancels a message that has not been sent, in all its languages; else 409.',
    access: 'admin',
    touches: ['messages', 'auditLog'],
    params: z.object({ id: pathId }),
    answer: message,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'message.settled'],
  }),
}
