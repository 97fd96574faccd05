import { before, counted, DAY_MS, type RemoveStale } from './remove-stale.ts'

/** What was removed may be brought back for a day. */
export const removedImages: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('product_image')
      .where('id', 'in', eb =>
        eb.selectFrom('product_image').select('id').where('removed_at', '<', before(context, DAY_MS)).limit(most),
      )
      // One that is brought back at this moment stays.
      .where('removed_at', '<', before(context, DAY_MS))
      .execute(),
  )

/** Files that were looked at and never saved; their rows go with them. What was saved can be undone as long as it is there. */
export const uncalledImports: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('product_import')
      .where('id', 'in', eb =>
        eb
          .selectFrom('product_import')
          .select('id')
          .where('state', '=', 'checked')
          .where('checked_at', '<', before(context, context.keep.unsaved_import_days * DAY_MS))
          .limit(most),
      )
      .where('state', '=', 'checked')
      .execute(),
  )

/** What was there before a bulk change: as long as it is kept the change can be undone. */
export const bulkChanges: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('bulk_change')
      .where('id', 'in', eb =>
        eb
          .selectFrom('bulk_change')
          .select('id')
          .where('created_at', '<', before(context, context.keep.bulk_change_days * DAY_MS))
          .limit(most),
      )
      .execute(),
  )
