import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { euros, id, instant, longId, longPathId, nothing, quantity } from '#contract/values.ts'

const receiptLine = z.object({
  /**
   * A deposit has its own line after its product's; the sum of the two is the shelf price. `free_sum`: a refund without goods, a
   * line for each VAT rate, without name, unit and quantity.
   */
  kind: z.enum(['goods', 'deposit', 'free_sum']),
  name: z.string(),
  unit: z.string(),
  quantity,
  price: z.nullable(euros),
  amount: euros,
  vat: z.number(),
  /** Of goods: what the code of the package named, and the price of one with its deposit before the date reduced it. */
  lot: z.optional(z.string()),
  best_before: z.optional(z.string()),
  use_by: z.optional(z.string()),
  full_price: z.optional(euros),
})
export type ReceiptLine = z.output<typeof receiptLine>

/** One document: of the sale, or of a refund, whose amounts are negative. */
const receiptPart = z.object({
  number: z.string(),
  seller: z.object({
    name: z.string(),
    business_id: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  store: z.object({ name: z.string(), address: z.string(), time_zone: z.string() }),
  at: instant,
  lines: z.array(receiptLine),
  vat_by_rate: z.array(z.object({ vat: z.number(), gross: euros, net: euros, tax: euros })),
  total_net_amount: euros,
  total_amount: euros,
  /** The terminal's card slip, line by line. */
  slip: z.nullable(z.string()),
})
export type ReceiptPart = z.output<typeof receiptPart>

/** Seller and store as at the time of payment. The lines add up to the total, and so do the VAT rates. */
export const receipt = z.extend(receiptPart, {
  id: longId,
  reference_number: z.string(),
  /** `manual`: an admin recorded that it was paid. */
  payment: z.enum(['card', 'app', 'manual']),
  /** The name of the app, if it was paid in one. */
  app: z.nullable(z.string()),
  /** Only set when the test payment paid it: nothing was charged. */
  is_test: z.optional(z.boolean()),
  /** The name of a pre-order's event. */
  event: z.nullable(z.string()),
  /** Oldest first. */
  refunds: z.array(z.extend(receiptPart, { id: longId })),
  /** The total less refunds. */
  amount_after_refunds: euros,
})
export type Receipt = z.output<typeof receipt>

const purchase = z.object({
  id: longId,
  store: z.object({ id, name: z.string() }),
  paid_at: instant,
  /** yyyy-mm, in the store's time zone. */
  month: z.string(),
  total_amount: euros,
  refunded_amount: euros,
  is_test: receipt.shape.is_test,
  isPreorder: z.boolean(),
})
export type Purchase = z.output<typeof purchase>

export const PURCHASES_A_PAGE = 30

const forShoppers = ['session.required', 'session.unverified'] as const
const receiptErrors = [...forShoppers, 'notFound'] as const
const params = z.object({ id: longPathId })
/** Only this refund, instead of the sale and all refunds. */
export const receiptQuery = z.strictObject({ refund_id: z.optional(longPathId) })

export const purchases = {
  list: endpoint({
    method: 'GET',
    path: 'purchases',
    description: 'A page of the caller’s own purchases that were paid before `before`, the newest first.',
    access: 'shopper',
    reads: ['purchases'],
    query: z.strictObject({ before: z.optional(longPathId) }),
    answer: z.object({
      items: z.array(purchase),
      /** For each month on this page, the totals of all its purchases, less refunds. */
      months: z.array(z.object({ month: z.string(), purchases: z.int(), total_amount: euros })),
      has_more: z.boolean(),
      /** Whether receipts are emailed automatically. */
      mails_receipts: z.boolean(),
    }),
    errors: forShoppers,
  }),
  get: endpoint({
    method: 'GET',
    path: 'purchases/:id',
    description: 'The receipt of a purchase of the caller’s own.',
    access: 'shopper',
    reads: ['purchases'],
    params,
    answer: receipt,
    errors: receiptErrors,
  }),
  pdf: endpoint({
    method: 'GET',
    path: 'purchases/:id/receipt.pdf',
    description: 'The receipt as PDF, in the requested language.',
    access: 'shopper',
    params,
    query: receiptQuery,
    answer: z.string(),
    errors: receiptErrors,
    download: 'pdf',
  }),
  mail: endpoint({
    method: 'POST',
    path: 'purchases/:id/mail',
    description: 'Emails the receipt, with the PDF, to the caller’s own address.',
    access: 'shopper',
    touches: [],
    params,
    answer: nothing,
    status: 202,
    errors: [...receiptErrors, 'csrf.invalid'],
  }),
  setMailing: endpoint({
    method: 'PUT',
    path: 'purchases/mailing',
    description: 'Sets whether receipts are emailed automatically.',
    access: 'shopper',
    touches: ['purchases'],
    body: z.strictObject({ mails_receipts: z.boolean() }),
    answer: nothing,
    errors: [...forShoppers, 'csrf.invalid'],
  }),
}
