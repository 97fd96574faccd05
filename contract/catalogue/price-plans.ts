import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day } from '#contract/lists.ts'
import { euros, id, pathId, reason } from '#contract/values.ts'
import { PLAN_KINDS, PLAN_STATES } from '#domain/catalogue/price-plan.ts'

const pricePlan = z.object({
  id,
  kind: z.enum(PLAN_KINDS),
  price: euros,
  from_day: z.string(),
  /** The last day of a campaign. */
  until_day: z.nullable(z.string()),
  state: z.enum(PLAN_STATES),
  /** Of a campaign that an admin ended, and not its last day. */
  ended_early: z.boolean(),
  /**
   * How shoppers see a running campaign. `ignored`: they pay the regular price, which is not higher, or is on the label.
   * `unannounced`: they pay the campaign’s price, which is not below the lowest one of the 30 days before.
   */
  visibility: z.nullable(z.enum(['announced', 'unannounced', 'ignored'])),
  /** Of a running campaign: the lowest price of the 30 days before, if it is shown. */
  lowest_price: z.nullable(euros),
})
const pricePlanList = z.array(pricePlan)
export type PricePlanRow = z.output<typeof pricePlan>

export const pricePlans = {
  list: endpoint({
    method: 'GET',
    path: 'admin/products/:id/price-plans',
    description: 'Planned prices and campaigns of a product, also those that are over. The newest first.',
    access: 'admin',
    reads: ['products'],
    params: z.object({ id: pathId }),
    answer: pricePlanList,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  add: endpoint({
    method: 'POST',
    path: 'admin/products/:id/price-plans',
    description:
      'Plans a new price from a later day on, or a campaign with a lower price from today or a later day to its last day. Days begin at midnight in Finland.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params: z.object({ id: pathId }),
    body: z.strictObject({ kind: z.enum(PLAN_KINDS), price: euros, from_day: day, until_day: z.nullable(day), reason }),
    answer: pricePlanList,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'form.invalid'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/products/:id/price-plans/:plan_id',
    description:
      'Removes a plan that has not begun, or ends a running campaign immediately. A plan that is over, or is now the price, stays.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params: z.object({ id: pathId, plan_id: pathId }),
    answer: pricePlanList,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
}
