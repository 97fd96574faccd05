import { z } from 'zod'

/**
 * What the vendor publishes about requests, in our words: fields, patterns and lengths of `docs/paytrail-api.yaml` and `docs/README.md`
 * of paytrail/api-documentation (Payment API 2.0.0, November 2025). Fields that it has and Puoti never sends are left out, so that
 * sending one fails a test.
 */
const email = z
  .string()
  .regex(/^\S+@\S+$/)
  .max(200)
const amount = z.int().min(1).max(99_999_998)

/** https. Also this machine, where tests run without certificates. */
const address = z
  .url()
  .max(300)
  .refine(text => {
    const { protocol, hostname } = new URL(text)
    return protocol === 'https:' || ['127.0.0.1', 'localhost'].includes(hostname)
  })
const addresses = z.strictObject({ success: address, cancel: address })

export const createRequest = z.strictObject({
  stamp: z.string().min(1).max(200),
  reference: z.string().min(1).max(200),
  amount,
  currency: z.literal('EUR'),
  language: z.enum(['FI', 'SV', 'EN']),
  customer: z.strictObject({ email }),
  redirectUrls: addresses,
  callbackUrls: addresses,
})

export const refundRequest = z.strictObject({
  amount,
  refundStamp: z.string().min(1).max(200).optional(),
  callbackUrls: addresses,
})

/** Headers of every request; other headers are HTTP's own. */
export const signedHeaders = z.object({
  'checkout-account': z.string().regex(/^\d+$/),
  'checkout-algorithm': z.enum(['sha256', 'sha512']),
  'checkout-method': z.enum(['GET', 'POST']),
  'checkout-nonce': z.string().min(1),
  'checkout-timestamp': z.iso.datetime(),
  signature: z.string().regex(/^[0-9a-f]{64,128}$/),
})

export const paymentResponse = z.strictObject({
  transactionId: z.uuid(),
  status: z.enum(['new', 'ok', 'fail', 'pending', 'delayed']),
  amount: z.int(),
  currency: z.literal('EUR'),
  stamp: z.string(),
  reference: z.string(),
  createdAt: z.iso.datetime(),
  href: z.url().optional(),
  provider: z.string().optional(),
  filingCode: z.string().optional(),
  paidAt: z.iso.datetime().optional(),
  cardInfo: z.strictObject({ partialPan: z.string(), countryCode: z.string(), bin: z.string() }).optional(),
})
