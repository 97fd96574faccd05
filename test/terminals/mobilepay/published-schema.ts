import { z } from 'zod'

/**
 * What the vendor publishes about requests, in our words: fields, patterns and lengths of `docs/epayment.v1.yml` (API 1.4.1, the
 * last version in vippsas/vipps-epayment-api), and the rules that its descriptions add. Fields that it has and Puoti never sends
 * are left out, so that sending one fails a test. What differs today is in docs/integrator/mobilepay.md.
 */
export const REFERENCE = /^[a-zA-Z0-9-]{8,50}$/

const amount = z.strictObject({ value: z.int().min(0).max(65_000_000), currency: z.enum(['NOK', 'DKK', 'EUR']) })

/** https, or an app's own scheme. Also this machine, where tests run without certificates. */
const returnUrl = z.string().refine(text => {
  const url = URL.parse(text)
  return url !== null && (url.protocol !== 'http:' || ['127.0.0.1', 'localhost'].includes(url.hostname))
})

/** All in the currency's minor unit; a rate of 10,000 is 100 %. */
const orderLine = z
  .strictObject({
    name: z.string().min(1),
    id: z.string().min(1),
    totalAmount: z.int(),
    totalAmountExcludingTax: z.int(),
    totalTaxAmount: z.int(),
    taxRate: z.int().min(0).max(10_000),
  })
  .refine(line => line.totalAmount === line.totalAmountExcludingTax + line.totalTaxAmount, 'the line does not add up')
const bottomLine = z.strictObject({ currency: amount.shape.currency, receiptNumber: z.string().optional() })

export const createRequest = z
  .strictObject({
    amount,
    paymentMethod: z.strictObject({ type: z.enum(['WALLET', 'CARD']) }),
    customerInteraction: z.enum(['CUSTOMER_PRESENT', 'CUSTOMER_NOT_PRESENT']).optional(),
    reference: z.string().regex(REFERENCE),
    userFlow: z.enum(['PUSH_MESSAGE', 'NATIVE_REDIRECT', 'WEB_REDIRECT', 'QR']),
    qrFormat: z
      .strictObject({
        format: z.enum(['TEXT/TARGETURL', 'IMAGE/SVG+XML', 'IMAGE/PNG']),
        size: z.int().min(100).max(2000).optional(),
      })
      .optional(),
    returnUrl: returnUrl.optional(),
    paymentDescription: z.string().min(3).max(100).optional(),
    minimumUserAge: z.int().min(0).optional(),
    receipt: z.strictObject({ orderLines: z.array(orderLine).min(1), bottomLine }).optional(),
  })
  .refine(
    ({ paymentMethod, userFlow }) => paymentMethod.type !== 'CARD' || userFlow === 'WEB_REDIRECT',
    'CARD needs WEB_REDIRECT',
  )
  .refine(({ userFlow, returnUrl: back }) => userFlow !== 'WEB_REDIRECT' || back !== undefined, 'returnUrl is missing')
  .refine(({ userFlow, qrFormat }) => userFlow === 'QR' || qrFormat === undefined, 'qrFormat is for QR')
  .refine(({ userFlow }) => userFlow !== 'PUSH_MESSAGE', 'PUSH_MESSAGE needs a customer')

export const cancelRequest = z.strictObject({ cancelTransactionOnly: z.boolean().optional() }).optional()
export const modificationRequest = z.strictObject({ modificationAmount: amount })

const key = z.string().min(1).max(50)
const commonHeaders = {
  'merchant-serial-number': z.string().regex(/^[0-9]{4,6}$/),
  'ocp-apim-subscription-key': z.string().min(1),
  'vipps-system-name': z.string().max(30).optional(),
  'vipps-system-version': z.string().max(30).optional(),
}

/** Headers of the operations; other headers are HTTP's own. */
export const queryHeaders = z.object({ ...commonHeaders, authorization: z.string().regex(/^Bearer \S+$/) })
export const changeHeaders = z.object({ ...queryHeaders.shape, 'idempotency-key': key })
export const tokenHeaders = z.object({
  ...commonHeaders,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
})

/** Responses, to check the simulator itself. */
export const paymentResponse = z.strictObject({
  aggregate: z.strictObject({
    authorizedAmount: amount,
    cancelledAmount: amount,
    capturedAmount: amount,
    refundedAmount: amount,
  }),
  amount,
  state: z.enum(['CREATED', 'ABORTED', 'EXPIRED', 'AUTHORIZED', 'TERMINATED']),
  paymentMethod: z.strictObject({ type: z.enum(['WALLET', 'CARD']) }),
  profile: z.strictObject({}),
  pspReference: z.string(),
  redirectUrl: z.url().optional(),
  reference: z.string().regex(REFERENCE),
})

export const eventsResponse = z.array(
  z.strictObject({
    reference: z.string().regex(REFERENCE),
    pspReference: z.string(),
    name: z
      .enum(['CREATED', 'ABORTED', 'EXPIRED', 'CANCELLED', 'CAPTURED', 'REFUNDED', 'AUTHORIZED', 'TERMINATED'])
      .optional(),
    amount,
    timestamp: z.iso.datetime(),
    idempotencyKey: z.string().max(50).nullable(),
    success: z.boolean(),
  }),
)
