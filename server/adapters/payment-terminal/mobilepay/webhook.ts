import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { TerminalWebhook } from '#server/adapters/payment-terminal/payment-terminal.ts'

const event = z.object({ reference: z.string() })

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * The reference of the payment that a webhook is about, if the vendor signed it with our secret. Its date is signed but not
 * compared with the clock: an old webhook that comes again only makes the shop ask once more.
 */
export const verifiedReference = (secret: string, webhook: TerminalWebhook): string | undefined =>
  isSigned(secret, webhook) ? event.safeParse(parsed(webhook.body)).data?.reference : undefined

function isSigned(secret: string, { host, path, headers, body }: TerminalWebhook): boolean {
  const [date, hash] = [headers['x-ms-date'], headers['x-ms-content-sha256']]
  if (date === undefined || hash !== createHash('sha256').update(body).digest('base64')) return false
  const signed = `POST\n${path}\n${date};${host};${hash}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64')
  const expected = `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`
  return isSame(headers['authorization'] ?? '', expected)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
