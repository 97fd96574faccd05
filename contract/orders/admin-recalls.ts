import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, listQuery, pageSchema, yesOrNo } from '#contract/lists.ts'
import {
  euros,
  freeText,
  id,
  instant,
  longId,
  longPathId,
  lotNumber,
  nothing,
  pathId,
  quantity,
} from '#contract/values.ts'
import { isLotNumber } from '#domain/catalogue/lot.ts'

const MAX_REASON_LENGTH = 1000
const MAX_LOTS_LENGTH = 200
export const MAX_RECALLED_LOTS = 40

/** Lots with spaces between them, which no lot has. */
const spacedLots = z.pipe(
  z.string().check(z.maxLength(MAX_RECALLED_LOTS * 21)),
  z.transform(text => text.split(' ').filter(isLotNumber)),
)

/** A text in each language. An empty one is shown in another language. */
const recallTexts = z.strictObject({
  en: freeText.check(z.maxLength(MAX_REASON_LENGTH)),
  fi: freeText.check(z.maxLength(MAX_REASON_LENGTH)),
  sv: freeText.check(z.maxLength(MAX_REASON_LENGTH)),
})

/** Days of sale, in Finland. `sold_from` null: from the first sale; `sold_until` null: until the recall began. */
const soldPeriod = { sold_from: z.nullable(day), sold_until: z.nullable(day) }

/** Buyers of a recall. `reached`: by an email or a push that the service accepted, or the notice was confirmed. */
const buyerCounts = z.object({
  total: z.int(),
  /** Messages to these are still being sent. */
  waiting: z.int(),
  emailed: z.int(),
  pushed: z.int(),
  confirmed: z.int(),
  reached: z.int(),
  /** No message is waiting, and none arrived. */
  not_reached: z.int(),
  requested_refund: z.int(),
  /** Of a recall by lot: bought only packages whose lot is not known. */
  uncertain: z.int(),
})

const recallSale = z.object({
  store: z.object({ id, name: z.string() }),
  orders: z.int(),
  quantity,
  amount: euros,
  refunded_quantity: quantity,
  refunded_amount: euros,
})

const recall = z.object({
  id,
  product: z.object({ id, name: z.string(), unit: z.string() }),
  reasons: recallTexts,
  lots: z.string(),
  /** Empty: all of the product. */
  recalled_lots: z.array(z.string()),
  ...soldPeriod,
  started_at: instant,
  started_by: z.object({ id, email: z.string() }),
  ended_at: z.nullable(instant),
  buyers: buyerCounts,
})
export type Recall = z.output<typeof recall>

const recallDetail = z.extend(recall, { sales: z.array(recallSale) })
export type RecallDetail = z.output<typeof recallDetail>

export const BUYER_STATES = ['confirmed', 'reached', 'waiting', 'not_reached'] as const

const buyer = z.object({
  id: longId,
  user: z.object({ id, email: z.string() }),
  state: z.enum(BUYER_STATES),
  /** False: no lot of what was bought is known. */
  is_certain: z.boolean(),
  confirmed_at: z.nullable(instant),
  refund_requested_at: z.nullable(instant),
  quantity,
  amount: euros,
  refunded_amount: euros,
})
export type RecallBuyer = z.output<typeof buyer>

const params = z.object({ id: pathId })

const exportEndpoint = <const Format extends 'csv' | 'pdf'>(format: Format) =>
  endpoint({
    method: 'GET',
    path: `admin/recalls/:id/report.${format}`,
    description: `The report for the authority as ${format.toUpperCase()}: sales, refunds and how many buyers were reached. It has no names.`,
    access: 'admin',
    params,
    download: format,
    answer: nothing,
    errors: [...FOR_ADMINS, 'notFound'],
  })

export const adminRecalls = {
  list: endpoint({
    method: 'GET',
    path: 'admin/recalls',
    description: 'The recalls, each with its product, lots and number of buyers.',
    access: 'admin',
    reads: ['recalls'],
    query: listQuery(['started_at'], { open: z.optional(yesOrNo) }),
    answer: pageSchema(recall),
    errors: FOR_ADMINS,
  }),
  preview: endpoint({
    method: 'GET',
    path: 'admin/recall-previews/:product',
    description:
      'How many buyers a recall of this product, or of these lots of it, would notify now. `uncertain`: of them, who have no known lot.',
    access: 'admin',
    reads: ['recalls'],
    params: z.object({ product: pathId }),
    query: z.strictObject({ sold_from: z.optional(day), sold_until: z.optional(day), lots: z.optional(spacedLots) }),
    answer: z.object({ buyers: z.int(), uncertain: z.optional(z.int()), is_recalled: z.boolean() }),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  lots: endpoint({
    method: 'GET',
    path: 'admin/recall-lots/:product',
    description:
      'The lots of a product that deliveries or sales named, with what stores have of each and how many shoppers bought it.',
    access: 'admin',
    reads: ['recalls'],
    params: z.object({ product: pathId }),
    answer: z.array(z.object({ lot: z.string(), last_day: z.nullable(z.string()), quantity, buyers: z.int() })),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  begin: endpoint({
    method: 'POST',
    path: 'admin/recalls',
    description:
      'Recalls a product, or only some lots of it: stops their sale in all stores immediately, and notifies the buyers.',
    access: 'admin',
    touches: ['recalls', 'products', 'events', 'auditLog'],
    body: z.strictObject({
      product_id: id,
      reasons: recallTexts,
      lots: freeText.check(z.maxLength(MAX_LOTS_LENGTH)),
      /** Only these lots; left out or empty: all of the product. `lots` then names them. */
      recalled_lots: z.optional(z.array(lotNumber).check(z.maxLength(MAX_RECALLED_LOTS))),
      ...soldPeriod,
    }),
    answer: recallDetail,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.inUse', 'form.invalid'],
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/recalls/:id',
    description: 'One recall, with what was sold in each store.',
    access: 'admin',
    reads: ['recalls'],
    params,
    answer: recallDetail,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  end: endpoint({
    method: 'POST',
    path: 'admin/recalls/:id/end',
    description: 'Ends a recall: the product may be sold again. Its buyers see the notice until they confirm it.',
    access: 'admin',
    touches: ['recalls', 'products', 'events', 'auditLog'],
    params,
    body: z.strictObject({}),
    answer: recallDetail,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed'],
  }),
  buyers: endpoint({
    method: 'GET',
    path: 'admin/recalls/:id/buyers',
    description: 'The buyers of a recall, with how they were notified and what they paid.',
    access: 'admin',
    reads: ['recalls'],
    params,
    query: listQuery(['id'], { refund_requested: z.optional(yesOrNo), reached: z.optional(yesOrNo) }),
    answer: pageSchema(buyer),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: 'admin/recalls/:id/send-again',
    description: 'Sends another email to the buyers whom no message has reached.',
    access: 'admin',
    touches: ['recalls', 'auditLog'],
    params,
    body: z.strictObject({}),
    answer: z.object({ buyers: z.int() }),
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  refund: endpoint({
    method: 'POST',
    path: 'admin/recalls/:id/buyers/:buyer/refund',
    description:
      'Refunds all that is left of the product in the buyer’s paid orders, each by its terminal. `not_refunded`: orders that need an admin.',
    access: 'admin',
    touches: ['recalls', 'adminOrders', 'products', 'auditLog'],
    params: z.object({ id: pathId, buyer: longPathId }),
    body: z.strictObject({}),
    answer: z.object({ refunds: z.int(), not_refunded: z.array(z.object({ order_id: longId, code: z.string() })) }),
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'refund.nothingLeft'],
  }),
  reportCsv: exportEndpoint('csv'),
  reportPdf: exportEndpoint('pdf'),
}
