import { sql } from 'kysely'
import { type BulkChangeRow, MAX_BULK_ROWS } from '#contract/catalogue/bulk-changes.ts'
import type { contract } from '#contract/index.ts'
import { isOfCampaigns } from '#domain/catalogue/bulk-change.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findProductIds } from '#server/modules/catalogue/admin-products/list-products.ts'
import type { Context } from '#server/platform/context.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { changeCampaigns, previewCampaigns } from './change-campaigns.ts'
import { changeProducts, previewChange } from './change-products.ts'
import { undoChange } from './undo-change.ts'

export function bulkChangeRoutes(context: Context): Handlers<typeof contract.bulkChanges> {
  const { db, now } = context
  return {
    async change({ query, body, user, language }) {
      const { change } = body
      const ids = body.ids ?? (await findProductIds(db, { ...query, language, day: shopDate(now()) }))
      if (ids.length > MAX_BULK_ROWS) return refuse('list.tooLong', { count: ids.length, most: MAX_BULK_ROWS })
      if (body.preview) {
        const wanted = { ids, language, at: now() }
        return isOfCampaigns(change)
          ? previewCampaigns(context, { ...wanted, change })
          : previewChange(context, { ...wanted, change })
      }
      const author = { userId: user.userId, at: now(), reason: body.reason }
      const wanted = { ids, language, seen: body.seen }
      return isOfCampaigns(change)
        ? changeCampaigns(context, { ...wanted, change }, author)
        : changeProducts(context, { ...wanted, change }, author)
    },
    list: ({ query }) => findBulkChanges(db, query),
    undo: ({ params, user, language }) =>
      undoChange(context, { id: params.id, language }, { userId: user.userId, at: now() }),
  }
}

/** A page of the changes of many products. */
async function findBulkChanges(db: Db, paging: Paging) {
  const { items, total } = await findPage(
    {
      matching: db.selectFrom('bulk_change').innerJoin('app_user', 'app_user.id', 'bulk_change.user_id'),
      select: rows =>
        rows
          .select(['bulk_change.id', 'bulk_change.change', 'bulk_change.created_at', 'bulk_change.undone_at'])
          .select(['app_user.id as user_id', 'app_user.email'])
          .select(
            // A server of the previous release counts them only in their rows.
            sql<number>`greatest(bulk_change.products, (SELECT count(*) FROM bulk_change_row WHERE bulk_change_id = bulk_change.id))`.as(
              'products',
            ),
          ),
      sorts: { id: sql`bulk_change.id` },
      defaultSort: '-id',
      id: sql`bulk_change.id`,
    },
    paging,
  )
  const rows = items.map(({ user_id, email, created_at, undone_at, ...row }): BulkChangeRow => ({
    ...row,
    by: { id: user_id, email },
    at: created_at.toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
  }))
  return { items: rows, total }
}
