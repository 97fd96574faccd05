import { sql } from 'kysely'
import { type bulkChanges, MAX_BULK_ROWS, type BulkChangeRow } from '#contract/catalogue/bulk-changes.ts'
import type { Input } from '#contract/endpoint.ts'
import type { LanguageCode } from '#contract/values.ts'
import { isOfCampaigns } from '#domain/catalogue/bulk-change.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findProductIds } from '#server/modules/catalogue/admin-products/list-products.ts'
import type { Context } from '#server/platform/context.ts'
import { type Paging, findPage } from '#server/platform/db/lists/find-page.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { changeCampaigns, previewCampaigns } from './change-campaigns.ts'
import { changeProducts, previewChange } from './change-products.ts'

type MakeBulkChangeInput = {
  query: Input<typeof bulkChanges.change, 'query'>
  body: Input<typeof bulkChanges.change, 'body'>
  language: LanguageCode
  userId: number
}

/** Previews or makes a change of the chosen products, or of all that the list's query matches. */
export async function makeBulkChange(context: Context, { query, body, language, userId }: MakeBulkChangeInput) {
  const { db, now } = context
  const { change } = body
  const ids = body.ids ?? (await findProductIds(db, { ...query, language, day: shopDate(now()) }))
  if (ids.length > MAX_BULK_ROWS) return refuse('list.tooLong', { count: ids.length, max: MAX_BULK_ROWS })
  if (body.preview) {
    const input = { ids, language, at: now() }
    return isOfCampaigns(change)
      ? previewCampaigns(context, { ...input, change })
      : previewChange(context, { ...input, change })
  }
  const author = { userId, at: now(), reason: body.reason }
  const input = { ids, language, preview_hash: body.preview_hash }
  return isOfCampaigns(change)
    ? changeCampaigns(context, { ...input, change }, author)
    : changeProducts(context, { ...input, change }, author)
}

/** A page of the changes of many products. */
export async function findBulkChanges(db: Db, paging: Paging) {
  const { items, total } = await findPage(
    {
      matching: db
        .selectFrom('bulk_change')
        .innerJoin('app_user', 'app_user.id', 'bulk_change.user_id')
        // Photos none of which was saved.
        .where(sql<boolean>`NOT (change ->> 'kind' = 'photos' AND bulk_change.products = 0)`),
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
