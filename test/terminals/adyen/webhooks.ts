import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** A refund that the vendor accepted, as its books have it. */
export type AcceptedRefund = {
  /** Of the refund and of its payment. */
  pspReference: string
  originalReference: string
  /** The shop's key of the refund. */
  merchantReference: string
  cents: number
}

export type RefundReport = {
  eventCode: 'CANCEL_OR_REFUND' | 'REFUND_FAILED' | 'REFUNDED_REVERSED' | 'AUTHORISATION'
  success: boolean
  reason?: string
}

export type AdyenWebhook = {
  url: string
  /** In hexadecimal digits. */
  secret: string
  merchantAccount: string
  user?: string
  password?: string
}

/** A standard webhook with one event, signed as the vendor's page on HMAC signatures describes it. */
export function standardWebhook(
  { secret, merchantAccount }: Pick<AdyenWebhook, 'secret' | 'merchantAccount'>,
  refund: AcceptedRefund,
  { eventCode, success, reason }: RefundReport,
): string {
  const { pspReference, originalReference, merchantReference, cents } = refund
  const signed = `${pspReference}:${originalReference}:${merchantAccount}:${merchantReference}:${cents}:EUR:${eventCode}:${success}`
  const hmacSignature = createHmac('sha256', Buffer.from(secret, 'hex')).update(signed).digest('base64')
  const NotificationRequestItem = {
    additionalData: { hmacSignature },
    amount: { currency: 'EUR', value: cents },
    eventCode,
    eventDate: new Date().toISOString(),
    merchantAccountCode: merchantAccount,
    merchantReference,
    originalReference,
    paymentMethod: 'mc',
    pspReference,
    reason: reason ?? '',
    success: String(success),
  }
  return JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem }] })
}

const createHeaders = ({ user, password }: AdyenWebhook) => ({
  'content-type': 'application/json',
  ...(user !== undefined && {
    authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`,
  }),
})

/** Sent again until the shop accepts it, as the vendor does, though sooner. */
export async function deliver(webhook: AdyenWebhook, body: string, tries = 5): Promise<boolean> {
  for (let place = 0; place < tries; place++) {
    await sleep(place * 300)
    const request = { method: 'POST', headers: createHeaders(webhook), body, signal: AbortSignal.timeout(5000) }
    const answer = await fetch(webhook.url, request).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return true
  }
  return false
}
