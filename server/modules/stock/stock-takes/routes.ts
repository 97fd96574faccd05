import type { contract } from '#contract/index.ts'
import { toRequestedLot } from '#domain/catalogue/lot.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { countProduct, startStockTake, changeStockTakeState, forgetLine } from './change-stock-take.ts'
import { postStockTake } from './post-stock-take.ts'
import { findLines, findStockTake, findStockTakes } from './queries.ts'

export function stockTakeRoutes(context: Context): Handlers<typeof contract.stockTakes> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ params, query }) => findStockTakes(db, { ...query, storeId: params.id }),
    start: ({ params, user }) => startStockTake(context, params.id, author(user)),
    get: async ({ params }) => (await findStockTake(db, params.id)) ?? refuse('notFound'),
    async lines({ params, query, language }) {
      const take = await findStockTake(db, params.id)
      return take ? findLines(db, { ...query, takeId: take.id, language }) : refuse('notFound')
    },
    count: ({ params, body: { product_id: productId, lot: number, best_before, use_by, ...body }, user, language }) => {
      const lot = toRequestedLot({ lot: number, best_before, use_by })
      return countProduct(context, { ...body, lot, takeId: params.id, productId, language, author: author(user) })
    },
    removeCount: ({ params, user }) =>
      forgetLine(context, { takeId: params.id, productId: params.product_id, author: author(user) }),
    changeState: ({ params, body, user }) =>
      changeStockTakeState(context, { ...params, ...body, author: author(user) }),
    post: ({ params, user }) => postStockTake(context, params.id, author(user)),
  }
}
