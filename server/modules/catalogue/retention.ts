import { sql } from 'kysely'
import { DAY_MS } from '#domain/durations.ts'
import { timeAgo, counted, type RemoveStale } from '#server/platform/retention.ts'
import { undoEnd } from './bulk-changes/undo-change.ts'

/** Removed images can be restored for a day; those that photos replaced, as long as these can be undone. */
export const removeImages: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('product_image')
      .where('id', 'in', eb =>
        eb
          .selectFrom('product_image')
          .select('id')
          .where('removed_at', '<', timeAgo(context, DAY_MS))
          .where(
            sql<boolean>`id NOT IN (SELECT jsonb_array_elements(before -> 'photos' -> 'removed')::int FROM bulk_change_row WHERE NOT is_restored)`,
          )
          .limit(max),
      )
      // An image that is restored at this moment stays.
      .where('removed_at', '<', timeAgo(context, DAY_MS))
      .execute(),
  )

/** Answers of sources of product data. What was taken from them stays with the products. */
export const oldOffers: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('product_offer')
      .where('code', 'in', eb =>
        eb
          .selectFrom('product_offer')
          .select('code')
          .where('fetched_at', '<', timeAgo(context, 30 * DAY_MS))
          .limit(max),
      )
      // An answer that is replaced at this moment stays.
      .where('fetched_at', '<', timeAgo(context, 30 * DAY_MS))
      .execute(),
  )

/** Files that were checked and never saved, with their rows. Saved imports can be undone as long as they exist. */
export const uncalledImports: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('product_import')
      .where('id', 'in', eb =>
        eb
          .selectFrom('product_import')
          .select('id')
          .where('state', 'in', ['uploaded', 'checked'])
          .where('checked_at', '<', timeAgo(context, context.retention.unsaved_import_days * DAY_MS))
          .limit(max),
      )
      .where('state', 'in', ['uploaded', 'checked'])
      .execute(),
  )

/** The products' values before a bulk change: without them it can't be undone; the change itself stays recorded. */
export const bulkChangeRows: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('bulk_change_row')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('bulk_change_id', 'product_id'),
          'in',
          selectFrom('bulk_change_row as stale')
            .innerJoin('bulk_change', 'bulk_change.id', 'stale.bulk_change_id')
            .select(['stale.bulk_change_id', 'stale.product_id'])
            .where('bulk_change.created_at', '<', undoEnd(context, context.retention.bulk_change_days))
            .limit(max)
            .$asTuple('bulk_change_id', 'product_id'),
        ),
      )
      .execute(),
  )
