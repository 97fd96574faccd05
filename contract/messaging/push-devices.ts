import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { exactText, languageCode, nothing } from '#contract/values.ts'

export const MESSAGE_TYPES = ['notifications', 'promotions'] as const
export const messageType = z.enum(MESSAGE_TYPES)
export type MessageType = z.output<typeof messageType>

const messageTypes = z.pipe(
  z.array(messageType).check(z.maxLength(10)),
  z.transform(types => MESSAGE_TYPES.filter(type => types.includes(type))),
)
/** Not subscribed: the list is empty and `language` is null. */
const subscriptionFields = z.object({ messageTypes: z.array(messageType), language: z.nullable(languageCode) })
export type MessageSubscription = z.output<typeof subscriptionFields>

const pushAddress = exactText.check(z.minLength(1), z.maxLength(2_000))
/** URL-safe or standard base64 as browsers and libraries write it, with or without padding. */
const pushKey = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[A-Za-z0-9+/_-]+={0,2}$/))
const deviceToken = z.optional(z.string().check(z.regex(/^[\w:.-]{20,1000}$/)))

/** The message types that this browser, or app, receives. */
export const subscriptions = {
  webPushKey: endpoint({
    method: 'GET',
    path: 'subscriptions/webpush',
    description: 'The key with which a browser subscribes to push messages (applicationServerKey, base64url).',
    access: 'shopper',
    reads: [],
    answer: z.object({ publicKey: z.string() }),
    errors: [],
  }),
  findWebPush: endpoint({
    method: 'POST',
    path: 'subscriptions/webpush/find',
    description:
      'What the caller subscribed to with this endpoint. Another user’s subscription of the same browser ends.',
    access: 'shopper',
    touches: [],
    body: z.strictObject({ endpoint: pushAddress }),
    answer: subscriptionFields,
    errors: [],
  }),
  saveWebPush: endpoint({
    method: 'POST',
    path: 'subscriptions/webpush',
    description: 'Subscribes a browser, or changes its subscription; without message types it is ended.',
    access: 'shopper',
    touches: [],
    body: z.strictObject({
      messageTypes,
      language: languageCode,
      endpoint: pushAddress,
      publicKey: pushKey(100),
      authToken: pushKey(40),
      contentEncoding: z.literal('aes128gcm'),
    }),
    answer: subscriptionFields,
    errors: ['push.addressRefused'],
  }),
  removeWebPush: endpoint({
    method: 'DELETE',
    path: 'subscriptions/webpush',
    description: 'Ends the caller’s subscription with this endpoint. The answer has no body.',
    access: 'shopper',
    touches: [],
    body: z.strictObject({ endpoint: pushAddress }),
    answer: nothing,
    status: 204,
    errors: [],
  }),
  findApns: endpoint({
    method: 'POST',
    path: 'subscriptions/apns/find',
    description: 'What the caller subscribed to in this session’s app, or in the app that has this token.',
    access: 'shopper',
    touches: [],
    body: z.optional(z.strictObject({ token: deviceToken })),
    answer: subscriptionFields,
    errors: [],
  }),
  saveApns: endpoint({
    method: 'POST',
    path: 'subscriptions/apns',
    description: 'Subscribes the session’s app, or changes its subscription; without message types it is ended.',
    access: 'shopper',
    touches: [],
    body: z.strictObject({ messageTypes, language: languageCode, token: deviceToken }),
    answer: subscriptionFields,
    errors: ['push.tokenMissing', 'push.unavailable'],
  }),
  removeApns: endpoint({
    method: 'DELETE',
    path: 'subscriptions/apns',
    description: 'Ends the subscription of the session’s app. The answer has no body.',
    access: 'shopper',
    touches: [],
    answer: nothing,
    status: 204,
    errors: [],
  }),
}
