import { MAX_VIEWS, type SavedView, type ViewedList } from '#contract/administration/saved-views.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inTransaction, isUniqueViolation } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { visibleTo, findViews, toView } from './queries.ts'

type ViewFields = { name: string; query: string; shared: boolean }

const refuseTakenName = () => refuse('form.invalid', { problems: [{ field: 'name', problem: 'taken' }] })

/** Returns the same refusal wherever another view of the owner in the list has the name. */
async function unlessTaken<T>(work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) return refuseTakenName()
    throw error
  }
}

/** The view that was just written. */
function getWrittenView(views: SavedView[]): SavedView {
  const [view] = views
  if (!view) throw new Error('a view of an unknown list was written')
  return view
}

export async function addView(
  { db, now }: Context,
  userId: number,
  { list, name, query, shared }: ViewFields & { list: ViewedList },
) {
  const userViews = db.selectFrom('saved_view').select('id').where('user_id', '=', userId).where('list', '=', list)
  const count = (await userViews.execute()).length
  if (count >= MAX_VIEWS) return refuse('list.tooLong', { count: count + 1, max: MAX_VIEWS })
  const row = { user_id: userId, list, name, query, is_shared: shared, created_at: now() }
  return unlessTaken(async () => {
    const added = await db.insertInto('saved_view').values(row).returningAll().executeTakeFirstOrThrow()
    return getWrittenView(toView(added, userId))
  })
}

export async function changeView(
  { db }: Context,
  userId: number,
  { id, name, query, shared }: { [Each in keyof ViewFields]?: ViewFields[Each] | undefined } & { id: number },
) {
  return unlessTaken(async () => {
    const changed = await db
      .updateTable('saved_view')
      .set(({ ref }) => ({
        name: name ?? ref('name'),
        query: query ?? ref('query'),
        is_shared: shared ?? ref('is_shared'),
      }))
      .where('id', '=', id)
      .where('id', 'in', visibleTo(db, userId).select('view.id'))
      .returningAll()
      .executeTakeFirst()
    return changed ? getWrittenView(toView(changed, userId)) : refuse('notFound')
  })
}

export async function removeView({ db }: Context, userId: number, id: number) {
  const removed = await db
    .deleteFrom('saved_view')
    .where('id', '=', id)
    .where('id', 'in', visibleTo(db, userId).select('view.id'))
    .returning('id')
    .executeTakeFirst()
  return removed ? {} : refuse('notFound')
}

type ViewOrder = { list: ViewedList; ids: readonly number[] }

/** Changes the order for one admin only; ids that do not exist, or that the admin may not see, are ignored. */
export const reorderViews = ({ db }: Context, userId: number, { list, ids }: ViewOrder): Promise<SavedView[]> =>
  inTransaction(db, async trx => {
    // Concurrent changes of the order run one at a time.
    await trx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute()
    const seen = (await findViews(trx, userId, list)).map(({ id }) => id)
    await trx
      .deleteFrom('saved_view_position')
      .where('user_id', '=', userId)
      .where('saved_view_id', '=', anyId(seen))
      .execute()
    const positions = [...new Set(ids)].filter(id => seen.includes(id))
    if (positions.length > 0)
      await trx
        .insertInto('saved_view_position')
        .values(positions.map((saved_view_id, position) => ({ user_id: userId, saved_view_id, position })))
        .execute()
    return findViews(trx, userId, list)
  })
