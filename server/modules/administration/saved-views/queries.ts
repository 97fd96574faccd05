import { sql } from 'kysely'
import { type SavedView, VIEWED_LISTS, type ViewedList } from '#contract/administration/saved-views.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** The views that an admin sees: their own, and those that others share. */
export const visibleTo = (db: Db, userId: number) =>
  db
    .selectFrom('saved_view as view')
    .where(({ or, eb }) => or([eb('view.user_id', '=', userId), eb('view.is_shared', '=', sql.lit(true))]))

/** In the admin's own order. */
export async function findViews(db: Db, userId: number, list: ViewedList): Promise<SavedView[]> {
  const rows = await visibleTo(db, userId)
    .leftJoin('saved_view_position as position', join =>
      join.onRef('position.saved_view_id', '=', 'view.id').on('position.user_id', '=', userId),
    )
    .selectAll('view')
    .where('view.list', '=', list)
    .orderBy('position.position', row => row.asc().nullsLast())
    .orderBy('view.id')
    .execute()
  return rows.flatMap(row => toView(row, userId))
}

type ViewRow = { id: number; user_id: number; list: string; name: string; query: string; is_shared: boolean }

/** Returns no view for a list that only a newer version has. */
export function toView({ user_id, is_shared, list, id, name, query }: ViewRow, userId: number): SavedView[] {
  const viewedList = VIEWED_LISTS.find(each => each === list)
  return viewedList ? [{ id, list: viewedList, name, query, shared: is_shared, is_own: user_id === userId }] : []
}
