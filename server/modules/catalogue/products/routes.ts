import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { productLists } from './product-lists.ts'

export function productRoutes(context: Context): Handlers<typeof contract.products> {
  const { bodyFor, readyBodyFor } = productLists(context)
  const list: Handlers<typeof contract.products>['list'] = ({ user, language }) =>
    bodyFor({ storeId: user.activeStoreId, language })
  list.cached = ({ user, language }) => readyBodyFor({ storeId: user.activeStoreId, language })
  return { list }
}
