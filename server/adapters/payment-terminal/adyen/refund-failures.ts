import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { RefundFailure, TerminalWebhook } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { optionalText } from './answers.ts'
import type { AdyenSettings } from './settings.ts'

/** Of a standard webhook. Events that aren't about payments, such as reports, lack some of it. */
const notification = z.object({
  eventCode: z.string(),
  success: z.union([z.string(), z.boolean()]).transform(String),
  pspReference: optionalText,
  originalReference: optionalText,
  merchantAccountCode: z.string(),
  merchantReference: optionalText,
  amount: z.object({ value: z.int().max(2_147_483_647), currency: z.string() }).nullish(),
  reason: z.string().nullish(),
  eventDate: z.string().optional(),
  additionalData: z.object({ hmacSignature: z.string() }),
})

type Notification = z.infer<typeof notification>

const envelope = z.object({
  notificationItems: z.array(z.object({ NotificationRequestItem: notification })).min(1),
})

const isSame = (received: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** As the vendor signs it: eight values, joined as they are, with a key that is written in hexadecimal digits. */
export function computeSignature(item: Omit<Notification, 'additionalData'>, hexKey: string): string {
  const { pspReference, originalReference, merchantAccountCode, merchantReference, amount, eventCode, success } = item
  const signed = [pspReference, originalReference, merchantAccountCode, merchantReference]
  const values = [...signed, amount?.value ?? '', amount?.currency ?? '', eventCode, success]
  return createHmac('sha256', Buffer.from(hexKey, 'hex')).update(values.join(':')).digest('base64')
}

/** Without a user in the settings, the vendor sends none; the signature is what counts. */
function hasPassword({ webhook_user: user, webhook_password: password }: AdyenSettings, received = ''): boolean {
  if (user === undefined && password === undefined) return true
  return isSame(received, `Basic ${Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')}`)
}

/** What the vendor's server reports; undefined unless all of it is signed with our key. Other events than failures are left out. */
export function parseRefundFailures(settings: AdyenSettings, webhook: TerminalWebhook): RefundFailure[] | undefined {
  const { webhook_secret: key } = settings
  if (key === undefined || !hasPassword(settings, webhook.headers['authorization'])) return undefined
  const items = envelope
    .safeParse(parseJson(webhook.body))
    .data?.notificationItems.map(each => each.NotificationRequestItem)
  if (!items?.every(item => isSame(item.additionalData.hmacSignature, computeSignature(item, key)))) return undefined
  return items.flatMap(item => (item.merchantAccountCode === settings.merchant_account ? failureIn(item) : []))
}

/**
 * `CANCEL_OR_REFUND` without success: the vendor's checks refused the refund. `REFUND_FAILED`: the card's scheme did.
 * `REFUNDED_REVERSED`: the money came back to us.
 */
const isFailure = ({ eventCode, success }: Notification): boolean =>
  (eventCode === 'CANCEL_OR_REFUND' && success === 'false') ||
  eventCode === 'REFUND_FAILED' ||
  (eventCode === 'REFUNDED_REVERSED' && success === 'true')

function failureIn(item: Notification): RefundFailure[] {
  const { pspReference, merchantReference, eventCode: event, reason, amount, eventDate } = item
  if (!isFailure(item) || pspReference === '' || !amount || amount.value <= 0) return []
  const date = new Date(eventDate ?? '')
  // The date isn't signed.
  const failedAt = Number.isNaN(date.getTime()) ? undefined : date
  const what = { reference: pspReference, merchantReference, event, reason: (reason ?? '').slice(0, MAX_REASON_LENGTH) }
  return [{ ...what, amountCents: amount.value, currency: amount.currency, failedAt }]
}

const MAX_REASON_LENGTH = 300

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
