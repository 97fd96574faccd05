import type { SharedHoursInput, StoreHours } from '#contract/stores/admin-stores.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { withSharedHours } from '#domain/stores/shared-hours.ts'
import { hoursProblems } from '#domain/stores/store-form.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { listStoreRows, saveHours, toStoreForm } from './queries.ts'
import { hoursFacts, toException, toWeekday } from './save-store.ts'

/** The hours of all stores that aren't archived, by name. */
export async function listHours({ now }: Pick<Context, 'now'>, db: Db): Promise<StoreHours[]> {
  const rows = await listStoreRows(db, now())
  return rows
    .filter(row => row.archived_at === null)
    .map(row => {
      const { always_open, weekly, exceptions } = toStoreForm(row)
      return { id: row.id, name: row.name, revision: row.revision, always_open, weekly, exceptions }
    })
    .toSorted(byFinnishName)
}

/**
 * Saves a week, special days or both in several stores at once: in all of them, or in none. A store that was changed since the admin
 * saw it is a conflict, returned with the hours of all stores as they are now.
 */
export async function shareHours(context: Context, { stores, ...shared }: SharedHoursInput, author: Author) {
  const typed = { weekly: (shared.weekly ?? []).map(toWeekday), exceptions: shared.exceptions.map(toException) }
  const problems = hoursProblems(typed)
  if (problems.length > 0) return refuse('form.invalid', { problems })
  return inRefusableTransaction(context.db, async trx => {
    const ids = stores.map(({ id }) => id)
    // In one order, so that two saves of several stores can't wait for each other.
    await trx.selectFrom('store').select('id').where('id', '=', anyId(ids)).orderBy('id').forNoKeyUpdate().execute()
    const before = new Map((await listHours(context, trx)).map(store => [store.id, store]))
    const chosen = stores.map(({ id, revision }) => ({ store: before.get(id), revision }))
    if (chosen.some(({ store, revision }) => store?.revision !== revision))
      return refuse('record.changed', { current: [...before.values()] })
    for (const { store } of chosen) {
      const refused = store && (await saveShared(context, trx, { store, shared, author }))
      if (refused) return refused
    }
    return listHours(context, trx)
  })
}

type SaveShared = { store: StoreHours; shared: Omit<SharedHoursInput, 'stores'>; author: Author }

async function saveShared({ now }: Context, trx: Trx, { store, shared, author }: SaveShared) {
  const { id, revision } = store
  const hours = withSharedHours(store, shared)
  const problems = hoursProblems({ weekly: hours.weekly.map(toWeekday), exceptions: hours.exceptions.map(toException) })
  if (problems.length > 0) return refuse('form.invalid', { problems })
  const change = { before: hoursFacts(store), after: hoursFacts(hours) }
  if (!(await recordChange(trx, { kind: 'store', id, ...change, author }))) return undefined
  const unchanged = { staffed_weekly: [], staffed_exceptions: [] }
  await saveHours(trx, {
    storeId: id,
    now: now(),
    before: { ...store, ...unchanged },
    hours: { ...hours, ...unchanged },
  })
  await trx
    .updateTable('store')
    .set({ revision: revision + 1 })
    .where('id', '=', id)
    .execute()
  await bumpCatalogue(trx, [id])
  return undefined
}
