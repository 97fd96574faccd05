import type { contract } from '#contract/index.ts'
import { shopDate } from '#domain/shop-date.ts'
import { addPhotosChange } from '#server/modules/catalogue/product-images/store-photos.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { changeGrid } from './change-grid.ts'
import { findGridRows } from './grid-rows.ts'
import { findBulkChanges, makeBulkChange } from './make-bulk-change.ts'
import { undoChange } from './undo-change.ts'

export function bulkChangeRoutes(context: Context): Handlers<typeof contract.bulkChanges> {
  const author = authorAt(context.now)
  return {
    change: ({ query, body, user: { userId }, language }) => makeBulkChange(context, { query, body, language, userId }),
    addPhotos: ({ user }) => addPhotosChange(context.db, author(user)),
    list: ({ query }) => findBulkChanges(context.db, query),
    undo: ({ params, user, language }) => undoChange(context, { id: params.id, language }, author(user)),
  }
}

export function productGridRoutes(context: Context): Handlers<typeof contract.productGrid> {
  const author = authorAt(context.now)
  return {
    rows: ({ query, language }) => findGridRows(context.db, { query, language, day: shopDate(context.now()) }),
    change: ({ body, user, language }) => changeGrid(context, { body, language, author: author(user, body.reason) }),
  }
}
