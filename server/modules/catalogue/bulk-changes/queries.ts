import type { BulkChangeRow } from '#contract/catalogue/bulk-changes.ts'
import { findPage, type Paging } from '#server/platform/db/find-page.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Kysely } from 'kysely'

/** A page of the changes of many products. */
export async function findBulkChanges(db: Kysely<Database>, paging: Paging) {
  const { items, total } = await findPage(
    {
      matching: db.selectFrom('bulk_change').innerJoin('app_user', 'app_user.id', 'bulk_change.user_id'),
      show: rows =>
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
      usual: '-id',
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
