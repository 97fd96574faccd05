import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { PaytrailSettings } from './settings.ts'

type SignedFields = Readonly<Record<string, string>>
type Credentials = Pick<PaytrailSettings, 'merchant_id' | 'secret_key'>

const isAlgorithm = (name: string | undefined): name is 'sha256' | 'sha512' => name === 'sha256' || name === 'sha512'

/** HMAC over all fields whose names begin with `checkout-`, sorted, and the body. New fields of the vendor's are signed, too. */
export function computeSignature(secret: string, fields: SignedFields, body = ''): string {
  const lines = Object.keys(fields)
    .filter(name => name.startsWith('checkout-'))
    .toSorted()
    .map(name => `${name}:${fields[name]}`)
  const algorithm = fields['checkout-algorithm']
  const hmac = createHmac(isAlgorithm(algorithm) ? algorithm : 'sha256', secret)
  return hmac.update([...lines, body].join('\n')).digest('hex')
}

/** Whether the vendor signed an answer's headers, or an address's query, for this merchant. */
export function isSigned({ merchant_id, secret_key }: Credentials, fields: SignedFields, body = ''): boolean {
  if (fields['checkout-account'] !== merchant_id || !isAlgorithm(fields['checkout-algorithm'])) return false
  const [received, expected] = [fields['signature'] ?? '', computeSignature(secret_key, fields, body)].map(text =>
    Buffer.from(text),
  )
  return received?.length === expected?.length && timingSafeEqual(received ?? Buffer.of(), expected ?? Buffer.of())
}

export type SignedRequest = { method: 'GET' | 'POST'; transactionId?: string | undefined; body?: string | undefined }

/** The headers of a request, each with its own nonce. */
export function signedHeaders(
  { merchant_id, secret_key }: Credentials,
  { method, transactionId, body }: SignedRequest,
) {
  const fields = {
    'checkout-account': merchant_id,
    'checkout-algorithm': 'sha256',
    'checkout-method': method,
    'checkout-nonce': randomUUID(),
    'checkout-timestamp': new Date().toISOString(),
    ...(transactionId !== undefined && { 'checkout-transaction-id': transactionId }),
  }
  return {
    ...fields,
    'platform-name': 'puoti',
    signature: computeSignature(secret_key, fields, body),
    ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
  }
}
