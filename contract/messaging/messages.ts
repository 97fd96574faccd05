import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, searchText } from '#contract/lists.ts'
import { limitedSchemas, omissible, typedLine, typedText } from '#contract/record-schemas.ts'
import { id, instant, languageCode, pathId, clientKey } from '#contract/values.ts'
import { MESSAGE_FIELDS } from '#domain/messaging/message-fields.ts'

/** `sending`: it has not been sent to all devices yet. */
export const MESSAGE_STATES = ['scheduled', 'sending', 'sent', 'cancelled'] as const
export const messageState = z.enum(MESSAGE_STATES)
export type MessageState = z.output<typeof messageState>

/** Each device is waiting, delivered or failed. */
const deliveryOutcome = {
  /** Number of devices that it was queued for; null before that. */
  devices: z.nullable(z.int()),
  waiting: z.int(),
  delivered: z.int(),
  failed: z.int(),
}

const messageFields = limitedSchemas(MESSAGE_FIELDS)

export const message = z.object({
  id,
  /** For each language in which it was written, to the shoppers who use that language. */
  texts: z.array(z.object({ language: languageCode, title: z.string(), text: z.string(), ...deliveryOutcome })),
  ...messageFields,
  /** Only to shoppers who have chosen one of these stores; null: to all. */
  store_ids: z.nullable(z.array(id)),
  url: z.string(),
  state: messageState,
  send_at: instant,
  sent_at: z.nullable(instant),
  cancelled_at: z.nullable(instant),
  created_at: instant,
  by: z.object({ id, email: z.string() }),
  /** In all languages. */
  ...deliveryOutcome,
})
export type Message = z.output<typeof message>

const inLanguages = z.object({ en: z.int(), fi: z.int(), sv: z.int() })

const messageText = z.optional(z.strictObject({ title: typedLine, text: typedText }))

/** Promotional messages, in one or several languages, to the users of these languages who opted in to promotions. */
export const messages = {
  list: endpoint({
    method: 'GET',
    path: 'admin/messages',
    description: 'The messages, the latest first, with how many devices each has reached.',
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
    description: 'How many devices a message would reach now in each language, in all and by store.',
    access: 'admin',
    reads: [],
    answer: z.object({
      devices: inLanguages,
      /** The part of them whose users have chosen a store, by store. */
      stores: z.array(z.object({ id, devices: inLanguages })),
    }),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/messages/:id',
    description: 'One message with its texts, its state and how many devices it has reached.',
    access: 'admin',
    reads: ['messages'],
    params: z.object({ id: pathId }),
    answer: message,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  send: endpoint({
    method: 'POST',
    path: 'admin/messages',
    description:
      'Sends a message in all its languages now (`send_at` null), or later. A repeated call with the same key sends nothing more.',
    access: 'admin',
    touches: ['messages', 'auditLog'],
    body: z.strictObject({
      key: clientKey,
      /** By language; a language without a text receives nothing. */
      texts: z.strictObject({ en: messageText, fi: messageText, sv: messageText }),
      // A link that hides its target is rejected (domain/format/safe-link.ts).
      ...omissible(MESSAGE_FIELDS, messageFields),
      /** Absent or null: to all. */
      store_ids: z.optional(z.nullable(z.array(id).check(z.minLength(1), z.maxLength(500)))),
      // Never absent: a message that was to be sent later would be sent now.
      send_at: messageFields.send_at,
    }),
    answer: message,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'admin/messages/:id/cancel',
    description: 'Cancels a message that has not been sent, in all its languages; else 409.',
    access: 'admin',
    touches: ['messages', 'auditLog'],
    params: z.object({ id: pathId }),
    answer: message,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'message.settled'],
  }),
}
