import type { contract } from '#contract/index.ts'
import { shopDate } from '#domain/shop-date.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { actsAsAdmin } from '#server/platform/http/session.ts'
import { findDeliveries, undoDelivery } from './deliveries.ts'
import { findByCode } from './find-by-code.ts'
import { findLedger } from './ledger.ts'
import { findLots } from './lots.ts'
import { isStore, moveStock } from './move-stock.ts'
import { findStock, findStockValue } from './queries.ts'

export function stockRoutes(context: Context): Handlers<typeof contract.stock> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: async ({ params, query, language }) =>
      (await isStore(db, params.id))
        ? findStock(db, { ...query, storeId: params.id, language, day: shopDate(now()) })
        : refuse('notFound'),
    lots: async ({ params, query, language }) =>
      (await findLots(db, { ...query, storeId: params.id, language, now: now() })) ?? refuse('notFound'),
    value: async ({ params }) =>
      (await isStore(db, params.id))
        ? findStockValue(db, { storeId: params.id, day: shopDate(now()) })
        : refuse('notFound'),
    // Purchase prices are the whole shop's, and those of a delivery are for keepers.
    async move({ params, body, user, isKeeper }) {
      const isAllowed = body.save_prices
        ? actsAsAdmin(user)
        : isKeeper || body.lines.every(line => line.price === undefined)
      if (!isAllowed) return refuse('session.adminRequired')
      const by = { userId: user.userId, at: now() }
      return moveStock(context, params.id, { ...body, author: by, hasOrderPrices: !isKeeper })
    },
    ledger: ({ params, query }) => findLedger(db, { ...query, storeId: params.id, productId: params.product_id }),
    deliveries: ({ params, query, language }) => findDeliveries(db, { ...query, storeId: params.id, language }),
    undoDelivery: ({ params, body, user }) => undoDelivery(context, params.id, author(user, body.reason)),
    code: ({ params, language }) => findByCode(db, params.code, language),
  }
}
