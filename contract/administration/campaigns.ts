import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { euros, id, pathId, quantity } from '#contract/values.ts'

export const CAMPAIGN_STATES = ['running', 'planned', 'over'] as const

/** What the days of a campaign sold, and as many days on the same weekdays before it. */
const campaignSales = { quantity, net: euros, net_before: euros }

const campaignProduct = z.object({
  product_id: id,
  name: z.string(),
  unit: z.string(),
  price: euros,
  /** The price in the product's form today. */
  regular_price: euros,
  /** An admin ended it before its last day. */
  ended_early: z.boolean(),
  ...campaignSales,
})

/** The campaigns of products with the same days. */
const campaign = z.object({
  state: z.enum(CAMPAIGN_STATES),
  from_day: z.string(),
  until_day: z.string(),
  product_count: z.int(),
  net: euros,
  net_before: euros,
  /** Those that sold most first; at most 100. */
  products: z.array(campaignProduct),
})
export type Campaign = z.output<typeof campaign>

/** One of the reports. */
export const campaignReport = endpoint({
  method: 'GET',
  path: 'admin/campaigns',
  description:
    'Campaigns by their days: those that are running, planned and, of those that are over, the last 20, with what they sold.',
  access: 'bookkeeper',
  stores: { filter: 'query.store' },
  reads: ['products', 'adminOrders', 'closings', 'stores'],
  query: z.strictObject({ store: z.optional(pathId) }),
  answer: z.array(campaign),
  errors: FOR_ADMINS,
})
