import { sql } from 'kysely'
import type { ProductInput } from '#contract/catalogue/admin-products.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { jsonRecordset, anyId } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { PRODUCT_COLUMNS, VERSION_COLUMNS, versionRow } from './queries.ts'

const VERSION_COLUMN_NAMES = Object.keys(PRODUCT_COLUMNS)

const typedColumns = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns).map(([name, type]) => `${name} ${type}`)

export const TYPED_VERSION_COLUMNS = typedColumns(PRODUCT_COLUMNS)

export const versionColumnList = sql.raw(VERSION_COLUMN_NAMES.join(', '))

export const fromColumns = sql.raw(VERSION_COLUMN_NAMES.map(name => `r.${name}`).join(', '))

const versionColumns = sql.raw(Object.keys(VERSION_COLUMNS).join(', '))

type ProductVersionInput = { id: number; form: ProductInput }

/** Adds new versions: orders keep the versions that they reference. */
export async function replaceVersions(trx: Trx, saves: readonly ProductVersionInput[], author: Author): Promise<void> {
  if (saves.length === 0) return
  const ids = saves.map(({ id }) => id)
  await trx
    .updateTable('product_version')
    .set({ is_current: false })
    .where('product_id', '=', anyId(ids))
    .where('is_current', '=', sql.lit(true))
    .execute()
  await insertVersions(trx, saves, author)
}

export async function insertVersions(trx: Trx, saves: readonly ProductVersionInput[], { at }: Author): Promise<void> {
  const rows = saves.map(({ id, form }) => versionRow(form, id))
  await sql`
    INSERT INTO product_version (${versionColumns}, is_current, created_at)
    SELECT ${versionColumns}, true, ${at}::timestamptz
    FROM ${jsonRecordset(rows, typedColumns(VERSION_COLUMNS).join(', '))}
    ORDER BY product_id`.execute(trx)
}
