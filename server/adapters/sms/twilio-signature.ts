import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA1 over the address and the form's fields by their names, each name followed by its value (twilio.com/docs/usage/security). */
export function twilioSignature(token: string, address: string, body: string): string {
  const fields = [...new URLSearchParams(body)].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const signed = fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token)
    .update(address + signed)
    .digest('base64')
}

type Signed = { address: string; body: string; signature: string | undefined }

/** Twilio signs the address with its port or without it: its own libraries accept both. */
export const isSignedByTwilio = (token: string, { address, body, signature = '' }: Signed): boolean =>
  [address, withOtherPort(address)].some(each => isSame(signature, twilioSignature(token, each, body)))

/** Without the port, or with the standard one, which URLs leave out. */
function withOtherPort(address: string): string {
  const { protocol, hostname, port, pathname, search } = new URL(address)
  const other = port === '' ? `:${protocol === 'https:' ? 443 : 80}` : ''
  return `${protocol}//${hostname}${other}${pathname}${search}`
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
