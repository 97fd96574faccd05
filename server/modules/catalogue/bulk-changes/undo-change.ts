import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { isOfCampaigns } from '#domain/catalogue/bulk-change.ts'
import type { MadeChange } from '#domain/catalogue/grid/grid-change.ts'
import { DAY_MS } from '#domain/durations.ts'
import { undoPhotosIn } from '#server/modules/catalogue/product-images/change-images.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import { readRetention } from '#server/platform/retention.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { undoCampaigns } from './change-campaigns.ts'
import { lockProducts } from './change-products.ts'
import { restoreFields } from './restore-fields.ts'
import { undoGrid } from './undo-grid.ts'

/**
 * Changes before this time can't be undone any more: the former values of the products are cleaned up. `days`: how long the
 * operator keeps them.
 */
export const undoEnd = ({ now }: Pick<Context, 'now'>, days: number): Date => new Date(now().getTime() - days * DAY_MS)

type UndoInput = { id: number; language: LanguageCode }

/** Restores what a change replaced in products, or undoes its campaigns, unless they were changed since. */
export async function undoChange(context: Context, { id, language }: UndoInput, author: Author) {
  return inRefusableTransaction(context.db, async trx => {
    const lockedChange = await trx
      .selectFrom('bulk_change')
      .select(['change', 'undone_at', 'created_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!lockedChange) return refuse('notFound')
    const { bulk_change_days: days } = await readRetention(trx)
    if (!lockedChange.undone_at && lockedChange.created_at < undoEnd(context, days))
      return refuse('bulkChange.tooOld', { days })
    if (!lockedChange.undone_at) await restoreProducts(trx, { id, ...lockedChange }, author)
    return readUndone(trx, { id, language })
  })
}

type BulkChangeRow = { id: number; change: MadeChange; created_at: Date }

async function restoreProducts(trx: Trx, { id, change, created_at: at }: BulkChangeRow, author: Author): Promise<void> {
  const rows = await findRows(trx, id)
  await lockProducts(
    trx,
    rows.map(({ product_id }) => product_id),
  )
  const restored = isOfCampaigns(change)
    ? await undoCampaigns(trx, { change, at, campaigns: rows.flatMap(toCampaignRows) }, author)
    : change.kind === 'grid'
      ? await undoGrid(trx, { rows, at }, author)
      : change.kind === 'photos'
        ? await undoPhotos(trx, rows, author)
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

/** Returns the products whose photos are as before. */
async function undoPhotos(trx: Trx, rows: readonly ChangedRow[], author: Author): Promise<number[]> {
  const restored: number[] = []
  for (const { product_id: productId, before } of rows) {
    const images = before.photos && (await undoPhotosIn(trx, { productId, author }, before.photos))
    if (images && !isRefusal(images)) restored.push(productId)
  }
  return restored
}

type ChangedRow = Awaited<ReturnType<typeof findRows>>[number]

const toCampaignRows = ({ product_id, before: { campaigns = [] } }: ChangedRow) =>
  campaigns.map(campaign => ({ ...campaign, product_id }))

const findRows = (trx: Trx, id: number) =>
  trx.selectFrom('bulk_change_row').selectAll().where('bulk_change_id', '=', id).orderBy('product_id').execute()

async function readUndone(trx: Trx, { id, language }: UndoInput) {
  const rows = await trx
    .selectFrom('bulk_change_row as row')
    .leftJoin('product_version as version', join =>
      join.onRef('version.product_id', '=', 'row.product_id').on('version.is_current', '=', sql.lit(true)),
    )
    .select(['row.product_id', 'row.is_restored', 'version.names'])
    .where('row.bulk_change_id', '=', id)
    .orderBy('row.product_id')
    .execute()
  const skipped = rows.filter(row => !row.is_restored)
  return {
    restored: rows.length - skipped.length,
    skipped: skipped.map(({ product_id, names }) => ({
      product_id,
      name: names ? textInLanguage(names, language) : '',
    })),
  }
}
