import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { forKeepers } from '#contract/for-keepers.ts'
import { listQuery, pageSchema, searchText, yesOrNo } from '#contract/lists.ts'
import { clientKey, euros, id, instant, nothing, pathId, quantity } from '#contract/values.ts'
import { lotFields } from './stock.ts'

const stockTakeState = z.enum(['open', 'paused', 'posted', 'cancelled'])
export type StockTakeState = z.output<typeof stockTakeState>
const stockTakePerson = z.object({ id, email: forKeepers(z.string()) })

const stockTake = z.object({
  id,
  store_id: id,
  state: stockTakeState,
  started_by: stockTakePerson,
  started_at: instant,
  closed_by: z.nullable(stockTakePerson),
  closed_at: z.nullable(instant),
  /** Number of products counted, and of those whose count differs from the ledger. */
  counted: z.int(),
  with_variance: z.int(),
  /** Value of the differences at today's selling prices, VAT included; negative when goods are missing. */
  value: forKeepers(euros),
})
export type StockTake = z.output<typeof stockTake>

const stockTakeLine = z.object({
  product_id: id,
  name: z.string(),
  unit: z.string(),
  /** Null: not counted yet. */
  counted: z.nullable(quantity),
  /** The ledger's quantity when counting of this product began, plus later corrections by other counts; else today's. */
  expected: quantity,
  variance: z.nullable(quantity),
  value: forKeepers(euros),
  counted_at: z.nullable(instant),
})
export type StockTakeLine = z.output<typeof stockTakeLine>

const params = z.object({ id: pathId })
const changeErrors = [...CHANGED_BY_ADMINS, 'notFound', 'stockTake.closed'] as const

export const stockTakes = {
  list: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/stock-takes',
    description: 'The stocktakes of a store. The newest first.',
    access: 'helper',
    stores: { store: 'params.id' },
    reads: ['products', 'stockTakes'],
    params,
    query: listQuery(['id'], { state: z.optional(stockTakeState) }),
    answer: pageSchema(stockTake),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  start: endpoint({
    method: 'POST',
    path: 'admin/stores/:id/stock-takes',
    description: 'Starts a stocktake. A store has one at a time: else 409 with the `id` of the open one.',
    access: 'helper',
    stores: { store: 'params.id' },
    touches: ['stockTakes', 'auditLog'],
    params,
    answer: stockTake,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'stockTake.alreadyOpen'],
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/stock-takes/:id',
    description: 'The progress of a stocktake, and its differences so far.',
    access: 'helper',
    stores: { record: 'stockTake', at: 'params.id' },
    reads: ['products', 'stockTakes'],
    params,
    answer: stockTake,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  lines: endpoint({
    method: 'GET',
    path: 'admin/stock-takes/:id/lines',
    description:
      'The products of a stocktake: the counted ones, and those that the store offers or has that are not counted yet.',
    access: 'helper',
    stores: { record: 'stockTake', at: 'params.id' },
    reads: ['products', 'stockTakes'],
    params,
    query: listQuery(['name', 'counted_at', 'variance', 'value', 'id'], {
      q: z.optional(searchText),
      counted: z.optional(yesOrNo),
      with_variance: z.optional(yesOrNo),
    }),
    answer: pageSchema(stockTakeLine),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  count: endpoint({
    method: 'POST',
    path: 'admin/stock-takes/:id/counts',
    description:
      'Counts some of a product: `add` to what was counted (below 0 takes back), or `set` it. A repeated call with the same key counts nothing.',
    access: 'helper',
    stores: { record: 'stockTake', at: 'params.id' },
    touches: ['stockTakes'],
    params,
    body: z.strictObject({
      key: clientKey,
      product_id: id,
      mode: z.enum(['add', 'set']),
      quantity,
      /** Only what is of a lot or a date: `set` replaces what was counted of that. */
      ...lotFields,
    }),
    answer: stockTakeLine,
    errors: [...changeErrors, 'form.invalid'],
  }),
  removeCount: endpoint({
    method: 'DELETE',
    path: 'admin/stock-takes/:id/lines/:product_id',
    description: 'Removes what was counted of a product, which is then uncounted.',
    access: 'helper',
    stores: { record: 'stockTake', at: 'params.id' },
    touches: ['stockTakes', 'auditLog'],
    params: z.object({ id: pathId, product_id: pathId }),
    answer: nothing,
    errors: changeErrors,
  }),
  changeState: endpoint({
    method: 'PUT',
    path: 'admin/stock-takes/:id',
    description: 'Pauses, resumes or cancels a stocktake.',
    access: 'helper',
    stores: { record: 'stockTake', at: 'params.id' },
    touches: ['stockTakes', 'auditLog'],
    params,
    body: z.strictObject({ state: z.enum(['open', 'paused', 'cancelled']) }),
    answer: stockTake,
    errors: changeErrors,
  }),
  post: endpoint({
    method: 'POST',
    path: 'admin/stock-takes/:id/post',
    description:
      'Writes the differences into the ledger. Products that were not counted stay unchanged. A repeated call changes nothing.',
    access: 'helper',
    stores: { record: 'stockTake', at: 'params.id' },
    touches: ['products', 'auditLog'],
    params,
    answer: stockTake,
    errors: changeErrors,
  }),
}
