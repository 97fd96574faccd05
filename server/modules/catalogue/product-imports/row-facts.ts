import { sql } from 'kysely'
import type { ProductImport } from '#contract/catalogue/product-imports.ts'
import type { Db } from '#server/platform/schema/tables.ts'

const hasProblemAt = (field: string) =>
  sql<boolean>`coalesce(bool_or(problems @> ${JSON.stringify([{ field, problem: 'required' }])}), false)`

/** The questions that rows of new products leave open. */
export async function findMissingChoices(db: Db, importId: number): Promise<ProductImport['missing_choices']> {
  const found = await db
    .selectFrom('product_import_row')
    .select([hasProblemAt('vat_class_id').as('vat'), hasProblemAt('supplier_id').as('supplier')])
    .where('product_import_id', '=', importId)
    .where('result', '=', 'invalid')
    .executeTakeFirstOrThrow()
  return [...(found.vat ? (['vat_class'] as const) : []), ...(found.supplier ? (['supplier'] as const) : [])]
}

/** Rows with the address of a photo; `cells` are as wide as `columns`. */
export const imageCellSql = sql<string | null>`row.cells ->> (
  SELECT at::integer - 1 FROM jsonb_array_elements_text(import.columns) WITH ORDINALITY AS each (name, at) WHERE name = 'image_url')`

export async function countImages(db: Db, importId: number): Promise<ProductImport['images']> {
  const { rows } = await sql<ProductImport['images']>`
    SELECT count(*)::int AS total, count(image.row_number)::int AS done, count(image.image_id)::int AS saved,
      count(image.problem)::int AS failed
    FROM product_import import JOIN product_import_row row ON row.product_import_id = import.id
    LEFT JOIN product_import_image image USING (product_import_id, row_number)
    WHERE import.id = ${importId} AND import.columns @> '["image_url"]' AND result <> 'invalid'
      AND ${imageCellSql} <> ''`.execute(db)
  return rows[0] ?? { total: 0, done: 0, saved: 0, failed: 0 }
}
