import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, longId, nothing } from '#contract/values.ts'
import { myData } from './my-data.ts'

/** A paragraph that begins with `# ` is a heading. */
const privacyNotice = z.object({ title: z.string(), paragraphs: z.array(z.string()) })
export type Notice = z.output<typeof privacyNotice>

/** Reasons why an account can't be removed at the moment. */
export const REMOVAL_BLOCKERS = [
  'removal.paymentOpen',
  'removal.orderInError',
  'removal.preordersWaiting',
  'removal.withdrawalOpen',
  'user.lastAdmin',
] as const
export type RemovalBlocker = (typeof REMOVAL_BLOCKERS)[number]

const openPreorder = z.object({
  id: longId,
  event: z.string(),
  start_date: z.string(),
  /** True until its event stops taking orders. */
  can_cancel: z.boolean(),
})

const signedIn = ['session.required'] as const
const changeErrors = [...signedIn, 'csrf.invalid'] as const

export const privacy = {
  notices: endpoint({
    method: 'GET',
    path: 'privacy',
    description: 'The operator’s privacy notice and, if it has cameras, its camera notice, in the requested language.',
    access: 'anyone',
    reads: ['notices'],
    answer: z.object({
      privacy: privacyNotice,
      cameras: z.nullable(privacyNotice),
      /** Each kind of stored data, its purpose and how long it is kept. */
      kinds: z.array(z.object({ data: z.string(), purpose: z.string(), until: z.string() })),
    }),
    errors: [],
  }),
  myData: endpoint({
    method: 'GET',
    path: 'privacy/my-data',
    description: 'All data that the shop stores about the caller, as one file.',
    access: 'signedIn',
    reads: [],
    answer: myData,
    errors: signedIn,
  }),
  removal: endpoint({
    method: 'GET',
    path: 'removal',
    description: 'What removing the caller’s account would erase and keep, and what prevents it.',
    access: 'signedIn',
    reads: ['removal'],
    answer: z.object({
      email: z.string(),
      /** Number of paid orders; they are kept without the personal data. */
      paid_orders: z.int(),
      preorders: z.array(openPreorder),
      blockers: z.array(z.enum(REMOVAL_BLOCKERS)),
    }),
    errors: signedIn,
  }),
  requestCode: endpoint({
    method: 'POST',
    path: 'removal/code',
    description: 'Emails the code that confirms the removal of the account.',
    access: 'signedIn',
    // A reader of an admin's mail must not get rid of the passkey by removing the account and signing up again.
    needsFreshPasskey: true,
    touches: ['removal'],
    answer: nothing,
    errors: [...changeErrors, ...REMOVAL_BLOCKERS, 'session.passkeyRequired'],
  }),
  remove: endpoint({
    method: 'POST',
    path: 'removal',
    description:
      'Removes the caller’s account immediately and irrevocably. `cancel_preorders`: all booked pre-orders, which are cancelled.',
    access: 'signedIn',
    needsFreshPasskey: true,
    touches: ['removal'],
    body: z.strictObject({
      code: freeText.check(z.maxLength(20)),
      cancel_preorders: z.array(longId).check(z.maxLength(200)),
    }),
    answer: nothing,
    errors: [
      ...changeErrors,
      ...REMOVAL_BLOCKERS,
      'session.passkeyRequired',
      'removal.invalidCode',
      'removal.codeExpired',
      'removal.preordersChanged',
    ],
  }),
}
