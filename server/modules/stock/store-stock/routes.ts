import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findByCode } from './find-by-code.ts'
import { findLedger } from './ledger.ts'
import { isStore, moveStock } from './move-stock.ts'
import { findStock } from './queries.ts'

export function stockRoutes(context: Context): Handlers<typeof contract.stock> {
  const { db, now } = context
  return {
    list: async ({ params, query, language }) =>
      (await isStore(db, params.id)) ? findStock(db, { ...query, storeId: params.id, language }) : refuse('notFound'),
    move: ({ params, body, user }) =>
      moveStock(context, params.id, { ...body, author: { userId: user.userId, at: now() } }),
    ledger: ({ params, query }) => findLedger(db, { ...query, storeId: params.id, productId: params.product_id }),
    code: ({ params, language }) => findByCode(db, params.code, language),
  }
}
