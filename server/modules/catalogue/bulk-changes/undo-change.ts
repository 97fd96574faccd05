import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { type BulkChange, isOfCampaigns } from '#domain/catalogue/bulk-change.ts'
import { productProblems } from '#domain/catalogue/product-form.ts'
import { DAY_MS } from '#domain/durations.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findAdminProducts, toProductInput } from '#server/modules/catalogue/admin-products/queries.ts'
import { saveChangedProducts } from '#server/modules/catalogue/admin-products/save-products.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import { readLayouts } from '#server/platform/db/find-scale-label-layouts.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { textIn } from '#server/platform/languages/queries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { readRetention } from '#server/platform/settings/saved-settings.ts'
import { undoCampaigns } from './change-campaigns.ts'
import { lockProducts } from './change-products.ts'

/**
 * Changes before this time can't be undone any more: the former values of the products are cleaned up. `days`: how long the
 * operator keeps them.
 */
export const undoEnd = ({ now }: Pick<Context, 'now'>, days: number): Date => new Date(now().getTime() - days * DAY_MS)

type Undo = { id: number; language: LanguageCode }

/** Restores what a change replaced in products, or undoes its campaigns, unless they were changed since. */
export async function undoChange(context: Context, { id, language }: Undo, author: Author) {
  return inRefusableTransaction(context.db, async trx => {
    const held = await trx
      .selectFrom('bulk_change')
      .select(['change', 'undone_at', 'created_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!held) return refuse('notFound')
    const { bulk_change_days: days } = await readRetention(trx)
    if (!held.undone_at && held.created_at < undoEnd(context, days)) return refuse('bulkChange.tooOld', { days })
    if (!held.undone_at) await restore(trx, { id, ...held }, author)
    return readUndone(trx, { id, language })
  })
}

type BulkChangeRow = { id: number; change: BulkChange; created_at: Date }

async function restore(trx: Trx, { id, change, created_at: at }: BulkChangeRow, author: Author): Promise<void> {
  const rows = await findRows(trx, id)
  await lockProducts(
    trx,
    rows.map(({ product_id }) => product_id),
  )
  const restored = isOfCampaigns(change)
    ? await undoCampaigns(trx, { change, at, campaigns: rows.flatMap(toCampaignRows) }, author)
    : await restoreFields(trx, rows, author)
  if (restored.length > 0) await bumpCatalogue(trx, 'all')
  await trx
    .updateTable('bulk_change_row')
    .set({ is_restored: true })
    .where('bulk_change_id', '=', id)
    .where('product_id', '=', anyId(restored))
    .execute()
  await trx
    .updateTable('bulk_change')
    .set({ undone_at: author.at, undone_by: author.userId })
    .where('id', '=', id)
    .execute()
}

type Rows = Awaited<ReturnType<typeof findRows>>

const toCampaignRows = ({ product_id, before: { campaigns = [] } }: Rows[number]) =>
  campaigns.map(campaign => ({ ...campaign, product_id }))

/** Returns the ids of the products that were restored. */
async function restoreFields(trx: Trx, rows: Rows, author: Author): Promise<number[]> {
  const ids = rows.map(({ product_id }) => product_id)
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const suppliers = await lockedSuppliers(trx, rows)
  const groups = await lockedGroups(trx, rows)
  const layouts = await readLayouts(trx)
  const changes = rows.flatMap(({ product_id, revision, before: fields }) => {
    const before = products.get(product_id)
    if (!before || before.revision !== revision) return []
    const form = { ...toProductInput(before), ...fields }
    const isWhole = suppliers.has(form.supplier_id) && groups.has(fields.group_id ?? null)
    return isWhole && productProblems(form, layouts, before).length === 0 ? [{ before, form }] : []
  })
  return (await saveChangedProducts(trx, changes, author)).ids
}

const findRows = (trx: Trx, id: number) =>
  trx.selectFrom('bulk_change_row').selectAll().where('bulk_change_id', '=', id).orderBy('product_id').execute()

/** Locks and returns the existing suppliers, of the forms and of the former values, until the commit. */
async function lockedSuppliers(trx: Trx, rows: Rows): Promise<Set<number>> {
  const earlier = rows.flatMap(({ before }) => before.supplier_id ?? [])
  const ids = rows.map(({ product_id }) => product_id)
  const known = await trx
    .selectFrom('supplier')
    .select('id')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('id', '=', anyId(earlier)),
        exists(
          selectFrom('product')
            .select('product.id')
            .whereRef('product.supplier_id', '=', 'supplier.id')
            .where('product.id', '=', anyId(ids)),
        ),
      ]),
    )
    .forKeyShare()
    .execute()
  return new Set(known.map(({ id }) => id))
}

/** Locks and returns the existing groups of the former values until the commit, and null for none. */
async function lockedGroups(trx: Trx, rows: Rows): Promise<Set<number | null>> {
  const earlier = rows.flatMap(({ before }) => before.group_id ?? [])
  const known = await trx
    .selectFrom('product_group')
    .select('id')
    .where('id', '=', anyId(earlier))
    .forKeyShare()
    .execute()
  return new Set([null, ...known.map(({ id }) => id)])
}

async function readUndone(trx: Trx, { id, language }: Undo) {
  const rows = await trx
    .selectFrom('bulk_change_row as row')
    .leftJoin('product_version as version', join =>
      join.onRef('version.product_id', '=', 'row.product_id').on('version.is_current', '=', sql.lit(true)),
    )
    .select(['row.product_id', 'row.is_restored', 'version.names'])
    .where('row.bulk_change_id', '=', id)
    .orderBy('row.product_id')
    .execute()
  const kept = rows.filter(row => !row.is_restored)
  return {
    restored: rows.length - kept.length,
    kept: kept.map(({ product_id, names }) => ({ product_id, name: names ? textIn(names, language) : '' })),
  }
}
