import { sql } from 'kysely'
import type { StoreInput, StoreOffer, WholeStoreInput } from '#contract/stores/admin-stores.ts'
import { type Facts, fieldChanges } from '#domain/field-changes.ts'
import { newRecord, withForm } from '#domain/record-fields.ts'
import { PLAIN_STORE_FIELDS } from '#domain/stores/store-fields.ts'
import { type StoreProblem, storeProblems } from '#domain/stores/store-form.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { revokeDoorCodes } from '#server/modules/stores/doors/code-rows.ts'
import {
  chosenLockFacts,
  lockColumns,
  type StoredLock,
  storedLockFacts,
} from '#server/modules/stores/doors/lock-settings.ts'
import { notifyLockChange } from '#server/modules/stores/doors/notify-lock-change.ts'
import { findMissingSellerDetails } from '#server/modules/stores/seller/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { refusedUnlessFresh, type SignedIn } from '#server/platform/http/session.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { hideFromShoppers, type StoreOrders, lockStoreAndShoppers } from './archive-store.ts'
import {
  findAdminStore,
  findStoreRow,
  toStoreForm,
  inDayOrder,
  saveHours,
  getAdminStore,
  addTestTerminal,
  STORE_COLUMNS,
} from './queries.ts'
import { recordPastClock } from './store-clocks.ts'

type StoreFacts = Omit<WholeStoreInput, 'lock'>

const NO_PLACE = { latitude: null, longitude: null }

const spanText = (opens: string | null, closes: string | null) => (opens && closes ? `${opens}–${closes}` : 'closed')

/** A store as the audit log compares it: hours by day, so that a day that changes is one field. */
function storeFacts({ location, ...form }: StoreFacts, lock: Facts | null): Facts {
  const { weekly, exceptions, staffed_weekly: staffedWeekly, staffed_exceptions: staffedExceptions, ...plain } = form
  return {
    ...plain,
    location: location ?? NO_PLACE,
    ...hoursFacts({ weekly, exceptions }),
    staffed_hours: weeklyFacts(staffedWeekly),
    staffed_exceptions: exceptionFacts(staffedExceptions),
    lock,
  }
}

/** Opening hours as the audit log compares them. */
export const hoursFacts = ({ weekly, exceptions }: HoursInput): Facts => ({
  hours: weeklyFacts(weekly),
  exceptions: exceptionFacts(exceptions),
})
type HoursInput = {
  weekly: readonly StoreInput['weekly'][number][]
  exceptions: readonly StoreInput['exceptions'][number][]
}

const weeklyFacts = (weekly: HoursInput['weekly']) =>
  Object.fromEntries(weekly.map(day => [day.weekday, spanText(day.opens_at, day.closes_at)]))

const exceptionFacts = (exceptions: HoursInput['exceptions']) =>
  Object.fromEntries(exceptions.map(day => [day.date, spanText(day.opens_at, day.closes_at)]))

/** Fills the shelves of a new store: with every enabled standard product, or with those of another store and its limits. */
async function offerProducts(trx: Trx, storeId: number, offer: StoreOffer) {
  if (offer === 'none') return undefined
  if (offer === 'all') {
    await sql`
      INSERT INTO store_stock (store_id, product_id, product_alarm_thousandths)
      SELECT ${storeId}::integer, id, stock_alarm_thousandths FROM product WHERE enabled AND product_type = 'standard' ORDER BY id`.execute(
      trx,
    )
    return undefined
  }
  const model = trx.selectFrom('store').select('id').where('id', '=', offer.same_as_store_id)
  if (!(await model.executeTakeFirst())) return refuse('store.notFound')
  await sql`
    INSERT INTO store_stock (store_id, product_id, offered, alarm_thousandths, is_standard, product_alarm_thousandths)
    SELECT ${storeId}::integer, product_id, offered, alarm_thousandths, is_standard, product_alarm_thousandths
    FROM store_stock WHERE store_id = ${offer.same_as_store_id} ORDER BY product_id`.execute(trx)
  return undefined
}

const toTimeSpan = (day: { opens_at: string | null; closes_at: string | null }) => ({
  opensAt: day.opens_at ?? '',
  closesAt: day.closes_at ?? '',
})

export const toWeekday = (day: StoreInput['weekly'][number]) => ({ weekday: day.weekday, ...toTimeSpan(day) })
export const toException = (day: StoreInput['exceptions'][number]) => ({ date: day.date, ...toTimeSpan(day) })

/** The problems of a form, and what this installation does not support of it. */
async function findProblems({ config, db }: Context, form: WholeStoreInput): Promise<StoreProblem[]> {
  const problems = storeProblems({
    ...form,
    ...(form.location ?? NO_PLACE),
    weekly: form.weekly.map(toWeekday),
    exceptions: form.exceptions.map(toException),
    staffedWeekly: form.staffed_weekly.map(toWeekday),
    staffedExceptions: form.staffed_exceptions.map(toException),
  })
  const isOnlyTest = form.payment_mode === 'test' && !config.testPayment
  if (isOnlyTest) problems.push({ field: 'payment_mode', problem: 'notHere' })
  // Queries the database only for a form that would otherwise be saved.
  const isZoneMissing = problems.length === 0 && !(await isKnownZone(db, form.time_zone))
  return isZoneMissing ? [{ field: 'time_zone', problem: 'timeZone' }] : problems
}

const toColumns = (form: WholeStoreInput) => ({ ...STORE_COLUMNS.toRow(form), ...(form.location ?? NO_PLACE) })

const NO_LOCK = { lock_provider: null, lock_settings_encrypted: null }
const NO_HOURS = { weekly: [], exceptions: [], staffed_weekly: [], staffed_exceptions: [] }

/** When someone is in the store; absent hours are as before. */
const staffedHours = (typed: StoreInput, before: Pick<WholeStoreInput, StaffedField> = NO_HOURS) => ({
  staffed_weekly: typed.staffed_weekly ?? before.staffed_weekly,
  staffed_exceptions: typed.staffed_exceptions ?? before.staffed_exceptions,
})
type StaffedField = 'staffed_weekly' | 'staffed_exceptions'

const secretsMissing = (names: readonly string[]) =>
  refuse('form.invalid', { problems: names.map(name => ({ field: `lock.${name}`, problem: 'secretNeeded' })) })

/** `user`: the calling admin. */
type CallContext = { author: Author; user: SignedIn }
type ChangeCall = CallContext & { orders: StoreOrders }
type NewStore = { form: StoreInput; offer: StoreOffer }

/** Adds a store with its hours, its products, and a test terminal if it begins with test payment. */
export async function addStore(context: Context, { form: typed, offer }: NewStore, { author, user }: CallContext) {
  const stale = typed.lock && refusedUnlessFresh(user, context.now())
  if (stale) return stale
  const form = { ...typed, ...newRecord(PLAIN_STORE_FIELDS, typed), ...staffedHours(typed) }
  const problems = await findProblems(context, form)
  if (problems.length > 0) return refuse('form.invalid', { problems })
  return inRefusableTransaction(context.db, async trx => {
    const unready = form.published ? await refuseUnready(trx) : undefined
    if (unready) return unready
    const columns = { ...toColumns(form), needs_terms: form.published }
    const { id } = await trx.insertInto('store').values(columns).returning('id').executeTakeFirstOrThrow()
    const hours = inDayOrder(form)
    const refused =
      (await saveLock(context, trx, { form, row: { id, ...NO_LOCK } })) ?? (await offerProducts(trx, id, offer))
    if (refused) return refused
    await saveHours(trx, { storeId: id, now: context.now(), before: NO_HOURS, hours })
    if (form.payment_mode === 'test') await addTestTerminal(trx, id)
    const lock = chosenLockFacts(context, form.lock, { id, ...NO_LOCK })
    const after = storeFacts({ ...form, ...hours }, lock)
    await recordChange(trx, { kind: 'store', id, before: null, after, author })
    const inTrx = { ...context, db: trx }
    await notifyLockChange(inTrx, { storeId: id, before: null, after: lock, author })
    return getAdminStore(inTrx, id)
  })
}

/** Refuses to publish a store before shoppers can read who sells, and on what terms. */
async function refuseUnready(trx: Trx) {
  const missing = await findMissingSellerDetails(trx)
  return missing.length > 0 ? refuse('store.sellerMissing', { missing }) : undefined
}

async function saveLock(context: Context, trx: Trx, { form, row }: { form: StoreInput; row: StoredLock }) {
  const columns = lockColumns(context, form.lock, row)
  if ('missing' in columns) return secretsMissing(columns.missing)
  await trx.updateTable('store').set(columns).where('id', '=', row.id).execute()
  // Another lock does not have the codes of the previous one.
  const isOther =
    columns.lock_provider !== row.lock_provider || columns.lock_settings_encrypted !== row.lock_settings_encrypted
  if (isOther) await revokeDoorCodes(trx, { storeId: row.id }, context.now())
  return undefined
}

type SaveStoreInput = { id: number; revision: number; form: StoreInput }

/** Saves a form that began from the newest revision. Shoppers see the store's hours and name at their next request. */
export async function changeStore(context: Context, { id, revision, form: typed }: SaveStoreInput, call: ChangeCall) {
  const { author, user } = call
  // Absent fields are unchanged, and like initial values without a problem.
  const problems = await findProblems(context, {
    ...typed,
    ...newRecord(PLAIN_STORE_FIELDS, typed),
    ...staffedHours(typed),
  })
  if (problems.length > 0) return refuse('form.invalid', { problems })
  return inRefusableTransaction(context.db, async trx => {
    if (!typed.published) await lockStoreAndShoppers(trx, id)
    else await trx.selectFrom('store').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const row = await findStoreRow(trx, id, context.now())
    if (!row) return refuse('notFound')
    const inTrx = { ...context, db: trx }
    if (row.revision !== revision) return refuse('record.changed', { current: await findAdminStore(inTrx, id) })
    const before = toStoreForm(row)
    const form = { ...typed, ...withForm(PLAIN_STORE_FIELDS, before, typed), ...staffedHours(typed, before) }
    if (row.archived_at && form.published) return refuse('store.archived')
    const hours = inDayOrder(form)
    const locks = { before: storedLockFacts(context, row), after: chosenLockFacts(context, form.lock, row) }
    const isSensitive = form.payment_mode !== before.payment_mode || fieldChanges(locks.before, locks.after).length > 0
    const stale = isSensitive ? refusedUnlessFresh(user, context.now()) : undefined
    if (stale) return stale
    const change = {
      before: storeFacts(before, locks.before),
      after: storeFacts({ ...form, ...hours }, locks.after),
    }
    if (await recordChange(trx, { kind: 'store', id, ...change, author })) {
      const refused = await writeChange(inTrx, { row, form: { ...form, ...hours }, before }, call)
      if (refused) return refused
      await notifyLockChange(inTrx, { storeId: id, ...locks, author })
    }
    return getAdminStore(inTrx, id)
  })
}

type InTransaction = Omit<Context, 'db'> & { db: Trx }
type WriteStore = {
  row: StoredLock & { published: boolean; revision: number }
  form: WholeStoreInput
  before: ReturnType<typeof toStoreForm>
}

async function writeChange(context: InTransaction, { row, form, before }: WriteStore, call: ChangeCall) {
  const { db: trx } = context
  const { id } = row
  const isPublishing = form.published && !row.published
  const refused =
    (row.published && !form.published ? await hideFromShoppers(trx, id, call) : undefined) ??
    (isPublishing ? await refuseUnready(trx) : undefined) ??
    (await saveLock(context, trx, { form, row }))
  if (refused) return refused
  await saveHours(trx, { storeId: id, now: context.now(), before, hours: form })
  if (form.time_zone !== before.time_zone) await recordPastClock(trx, { storeId: id, now: context.now() })
  if (form.payment_mode === 'test' && before.payment_mode !== 'test') await addTestTerminal(trx, id)
  await trx
    .updateTable('store')
    .set({ ...toColumns(form), ...(isPublishing && { needs_terms: true }), revision: row.revision + 1 })
    .where('id', '=', id)
    .execute()
  // Whether products with an age limit are shown depends on the store.
  await bumpCatalogue(trx, [id])
  return undefined
}

/** Whether the database supports a time zone too: one store with an unsupported zone would break the closings of every store. */
export async function isKnownZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_timezone_names WHERE name = ${name}`.execute(db)
  return rows.length > 0
}
