import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The public merchant for tests of the vendor's documentation. */
export const TEST_MERCHANT = '375917'
export const TEST_SECRET = 'SAIPPUAKAUPPIAS'

/** Written apart from the adapter's, so that one mistake is not in both. */
export function sign(fields: Record<string, string>, body: string, secret = TEST_SECRET): string {
  let text = ''
  for (const name of Object.keys(fields).toSorted()) text += `${name}:${fields[name]}\n`
  return createHmac(fields['checkout-algorithm'] ?? 'sha256', secret)
    .update(text + body)
    .digest('hex')
}

export const checkoutFields = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name.startsWith('checkout-') ? [[name, String(value)]] : [])),
  )

type Signed = { amount: number; stamp: string; id: string; status: string; provider: string }

export function signedQuery({ amount, stamp, id, status, provider }: Signed, secret?: string): [string, string][] {
  const fields = {
    'checkout-account': TEST_MERCHANT,
    'checkout-algorithm': 'sha256',
    'checkout-amount': String(amount),
    'checkout-stamp': stamp,
    'checkout-reference': 'Puoti',
    'checkout-transaction-id': id,
    'checkout-status': status,
    'checkout-provider': provider,
  }
  return [...Object.entries(fields), ['signature', sign(fields, '', secret)]]
}
