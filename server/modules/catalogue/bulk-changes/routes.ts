import { MOST_BULK_ROWS } from '#contract/catalogue/bulk-changes.ts'
import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findProductIds } from '#server/modules/catalogue/admin-products/list-products.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { changeProducts, previewChange } from './change-products.ts'
import { findBulkChanges } from './queries.ts'
import { undoChange } from './undo-change.ts'

export function bulkChangeRoutes(context: Context): Handlers<typeof contract.bulkChanges> {
  const { db, now } = context
  return {
    async change({ query, body, user, language }) {
      const { change } = body
      const ids = body.ids ?? (await findProductIds(db, { ...query, language }))
      if (ids.length > MOST_BULK_ROWS) return refuse('list.tooLong', { count: ids.length, most: MOST_BULK_ROWS })
      if (body.preview) return previewChange(context, { ids, change, language, at: now() })
      const author = { userId: user.userId, at: now(), reason: body.reason }
      return changeProducts(context, { ids, change, language, seen: body.seen }, author)
    },
    list: ({ query }) => findBulkChanges(db, query),
    undo: ({ params, user, language }) =>
      undoChange(context, { id: params.id, language }, { userId: user.userId, at: now() }),
  }
}
