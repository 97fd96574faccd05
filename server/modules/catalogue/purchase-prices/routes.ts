import type { contract } from '#contract/index.ts'
import { shopDate } from '#domain/shop-date.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { isProduct, listPurchasePrices } from './queries.ts'
import { addPurchasePrice, removePurchasePrice } from './save-prices.ts'

export function purchasePriceRoutes(context: Context): Handlers<typeof contract.purchasePrices> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: async ({ params: { id } }) =>
      (await isProduct(db, id)) ? listPurchasePrices(db, id, shopDate(now())) : refuse('notFound'),
    add: ({ params, body: { reason, ...body }, user }) =>
      addPurchasePrice(context, { productId: params.id, ...body, author: author(user, reason) }),
    remove: ({ params: { id, ...rest }, user }) =>
      removePurchasePrice(context, { productId: id, ...rest, author: author(user) }),
  }
}
