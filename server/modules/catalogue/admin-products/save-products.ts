import { sql } from 'kysely'
import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import type { FieldProblem } from '#domain/catalogue/product-form.ts'
import { centsFromEuros } from '#domain/money.ts'
import { shopDate } from '#domain/shop-date.ts'
import { matchCompleteness } from '#server/modules/catalogue/food-information/queries.ts'
import { type Author, recordChanges } from '#server/platform/audit-log/record-change.ts'
import { jsonRecordset, anyId } from '#server/platform/db/sql-fragments.ts'
import { toThousandths } from '#server/platform/records/record-columns.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findEventConflicts } from './find-event-conflicts.ts'
import { matchShelves } from './in-store.ts'
import { toAuditFields, isNewVersion, productRow, findAdminProducts } from './queries.ts'
import { saveCodes } from './save-codes.ts'
import {
  TYPED_VERSION_COLUMNS,
  versionColumnList,
  fromColumns,
  replaceVersions,
  insertVersions,
} from './save-versions.ts'

type ProductToSave = { id: number; form: Pick<ProductInput, 'stores'>; stores: AdminProduct['stores'] }

/** Saves what the stores in the forms do with the products. Unchanged rows are neither inserted nor locked. */
async function saveOffers(trx: Trx, saves: readonly ProductToSave[]): Promise<void> {
  const rows = saves.flatMap(changedIn)
  if (rows.length === 0) return
  await sql`
    INSERT INTO store_stock (store_id, product_id, offered, alarm_thousandths, is_standard, product_alarm_thousandths)
    SELECT store_id, product_id, offered, alarm_thousandths, product_type = 'standard', stock_alarm_thousandths
    FROM ${jsonRecordset(rows, 'store_id integer, product_id integer, offered boolean, alarm_thousandths bigint')}
    JOIN product ON product.id = product_id
    ORDER BY product_id, store_id
    ON CONFLICT (store_id, product_id)
    DO UPDATE SET offered = excluded.offered, alarm_thousandths = excluded.alarm_thousandths`.execute(trx)
}

const NOT_THERE = { offered: false, alarm_limit: null }

const changedIn = ({ id, form, stores: before }: ProductToSave) =>
  (form.stores ?? [])
    .filter(store => {
      const { offered, alarm_limit } = before.find(({ store_id }) => store_id === store.store_id) ?? NOT_THERE
      return store.offered !== offered || store.alarm_limit !== alarm_limit
    })
    .map(({ store_id, offered, alarm_limit }) => ({
      store_id,
      product_id: id,
      offered,
      alarm_thousandths: toThousandths(alarm_limit),
    }))

/**
 * The outcome for some products: all of them are saved, or what was written must be rolled back by the caller, because codes
 * belong to other products or events sell a product as it is.
 */
type SaveProductsResult = { ids: number[]; conflicts: Map<number, FieldProblem[]> }
export type Change = { before: AdminProduct; form: ProductInput }

/**
 * Inserts new products with their first versions, in the order of the forms. The forms have been validated. The caller must bump
 * the catalogue.
 */
export async function saveNewProducts(
  trx: Trx,
  forms: readonly ProductInput[],
  author: Author,
): Promise<SaveProductsResult> {
  const rows = forms.map((form, place) => ({ ...productRow(form), place }))
  const { rows: made } = await sql<{ id: number }>`
    INSERT INTO product (${versionColumnList}, created_at, updated_at)
    SELECT ${versionColumnList}, ${author.at}, ${author.at} FROM ${jsonRecordset(rows, [...TYPED_VERSION_COLUMNS, 'place integer'].join(', '))}
    ORDER BY place RETURNING id`.execute(trx)
  // Ids are assigned in the order of insertion.
  const ids = made.map(({ id }) => id).toSorted((a, b) => a - b)
  const saves = forms.map((form, at) => ({ id: numberAt(ids, at), form, stores: [] }))
  await insertVersions(trx, saves, author)
  const conflicts = await saveCodes(trx, saves)
  if (conflicts.size > 0) return { ids, conflicts }
  await saveOffers(trx, saves)
  const after = await getAdminProducts(trx, ids, author)
  await recordChanges(
    trx,
    after.map(product => ({ kind: 'product', id: product.id, before: null, after: toAuditFields(product), author })),
  )
  return { ids, conflicts }
}

function numberAt(ids: readonly number[], at: number): number {
  const id = ids[at]
  if (id === undefined) throw new Error('fewer products were written than there are forms')
  return id
}

/** Saves products whose rows are locked; `ids` are those that changed. The caller must bump the catalogue if there are any. */
export async function saveChangedProducts(
  trx: Trx,
  changes: readonly Change[],
  author: Author,
): Promise<SaveProductsResult> {
  const saves = changes.map(({ before, form }) => ({ id: before.id, form, stores: before.stores, before }))
  const eventConflicts = await findEventConflicts(trx, changes, author)
  if (eventConflicts.size > 0) return { ids: [], conflicts: eventConflicts }
  const planned = await findPlanConflicts(trx, changes, author)
  if (planned.size > 0) return { ids: [], conflicts: planned }
  const conflicts = await saveCodes(
    trx,
    saves.filter(({ before, form }) => hasOtherCodes(before, form)),
  )
  if (conflicts.size > 0) return { ids: [], conflicts }
  const rows = saves.map(({ id, form }) => ({ id, ...productRow(form) }))
  await sql`
    UPDATE product SET (${versionColumnList}) = (SELECT ${fromColumns})
    FROM ${jsonRecordset(rows, ['id integer', ...TYPED_VERSION_COLUMNS].join(', '))} WHERE product.id = r.id`.execute(
    trx,
  )
  await replaceVersions(
    trx,
    saves.filter(({ before, form }) => isNewVersion(before, form)),
    author,
  )
  await saveOffers(trx, saves)
  const otherLevels = saves.filter(({ before, form }) => hasOtherLevels(before, form)).map(({ id }) => id)
  if (otherLevels.length > 0) await matchShelves(trx, otherLevels)
  return { ids: await announceChanges(trx, changes, author), conflicts }
}

/**
 * The products whose deposit would be more than a planned price or the price of a campaign. The caller must have locked the
 * product rows; planning a price locks them too.
 */
export async function findPlanConflicts(
  trx: Trx,
  changes: readonly Change[],
  { at }: Author,
): Promise<Map<number, FieldProblem[]>> {
  const raised = changes.filter(({ before, form }) => form.deposit > before.deposit)
  if (raised.length === 0) return new Map()
  const plans = await trx
    .selectFrom('price_plan')
    .select(['product_id', 'price_cents'])
    .where('product_id', '=', anyId(raised.map(({ before }) => before.id)))
    .where('applied_at', 'is', null)
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('until_day', 'is', null), eb('until_day', '>=', shopDate(at))]))
    .execute()
  const isAbove = ({ before, form }: Change) =>
    plans.some(plan => plan.product_id === before.id && plan.price_cents < (centsFromEuros(form.deposit) ?? 0))
  return new Map(
    raised.filter(isAbove).map(({ before }) => [before.id, [{ field: 'deposit', problem: 'depositAbovePlan' }]]),
  )
}

const hasOtherCodes = (before: AdminProduct, form: ProductInput): boolean =>
  (['ean13', 'product_code', 'eanCase', 'product_code_type'] as const).some(field => before[field] !== form[field]) ||
  before.further_codes?.join() !== form.further_codes?.join()

const hasOtherLevels = (before: AdminProduct, form: ProductInput): boolean =>
  before.alarm_limit !== form.alarm_limit || before.product_type !== form.product_type

/** Records the changes in the audit log; a save that changed nothing is no revision. */
async function announceChanges(trx: Trx, changes: readonly Change[], author: Author): Promise<number[]> {
  const before = new Map(changes.map(change => [change.before.id, toAuditFields(change.before)]))
  const after = await getAdminProducts(trx, [...before.keys()], author)
  const recorded = await recordChanges(
    trx,
    after.map(product => {
      const facts = { before: before.get(product.id) ?? null, after: toAuditFields(product) }
      return { kind: 'product' as const, id: product.id, ...facts, author }
    }),
  )
  const ids = recorded.map(({ id }) => id)
  if (ids.length > 0)
    await trx
      .updateTable('product')
      .set({ revision: sql<number>`revision + 1`, updated_at: author.at })
      .where('id', '=', anyId(ids))
      .execute()
  await matchCompleteness(trx, ids, author.at)
  return ids
}

/** The products, which must exist, in the order of their ids. */
async function getAdminProducts(trx: Trx, ids: readonly number[], { at }: Author): Promise<AdminProduct[]> {
  const products = await findAdminProducts(trx, ids, shopDate(at))
  return ids.map(id => {
    const product = products.get(id)
    if (!product) throw new Error(`The product ${id} is not there`)
    return product
  })
}
