import { sql } from 'kysely'
import type { ProductInput } from '#contract/catalogue/admin-products.ts'
import { productCodeRows } from '#domain/catalogue/product-code-rows.ts'
import type { FieldProblem } from '#domain/catalogue/product-form.ts'
import { lockLayouts, type LabelLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import { jsonRecordset, anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

export type OwnCodes = Pick<ProductInput, 'ean13' | 'product_code' | 'further_codes' | 'eanCase' | 'product_code_type'>
type CodeRow = ReturnType<typeof productCodeRows>[number]

/** The code rows of a product; a code that occurs in two of its fields is one key, of the first field. */
export function toCodeRows(form: OwnCodes, owner: { productId: number; layouts: LabelLayouts }): CodeRow[] {
  const { product_code_type: productCodeType, ...codes } = form
  const rows = productCodeRows({ ...codes, productCodeType }, owner)
  return [...new Map(rows.toReversed().map(row => [row.code_key, row])).values()]
}

/** Removes the codes of products and returns the layouts by which new ones are made. */
export async function releaseCodes(trx: Trx, ids: readonly number[]): Promise<LabelLayouts> {
  // Before any code is written: a change of the layouts locks them first, and then all codes.
  const layouts = await lockLayouts(trx)
  await trx.deleteFrom('product_code').where('product_id', '=', anyId(ids)).execute()
  return layouts
}

/**
 * Writes the codes of some products and returns, by product, which of them belong to another product. The index decides, so that
 * of two admins who save the same code concurrently the second waits, and then gets the product that has it.
 */
export async function saveCodes(
  trx: Trx,
  saves: readonly { id: number; form: OwnCodes }[],
): Promise<Map<number, FieldProblem[]>> {
  const layouts = await releaseCodes(
    trx,
    saves.map(({ id }) => id),
  )
  const rows = saves.flatMap(({ id, form }) => toCodeRows(form, { productId: id, layouts }))
  if (rows.length === 0) return new Map()
  // In one order, so that two transactions that wait for codes of each other do not deadlock.
  const written = await sql<{ code_key: string; product_id: number }>`
    INSERT INTO product_code (code_key, product_id, field)
    SELECT code_key, product_id, field FROM ${jsonRecordset(rows, 'code_key text, product_id integer, field text')}
    ORDER BY code_key COLLATE "C", product_id
    ON CONFLICT (code_key) DO NOTHING RETURNING code_key, product_id`.execute(trx)
  const writtenKeys = new Set(written.rows.map(codeRowKey))
  return findCodeConflicts(
    trx,
    rows.filter(row => !writtenKeys.has(codeRowKey(row))),
  )
}

/** The ids of the products with these codes, by key. */
export async function codeHolders(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const holders = await db
    .selectFrom('product_code')
    .select(['code_key', 'product_id'])
    .where('code_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return new Map(holders.map(({ code_key, product_id }) => [code_key, product_id]))
}

const codeRowKey = ({ code_key, product_id }: Pick<CodeRow, 'code_key' | 'product_id'>) => `${product_id} ${code_key}`

async function findCodeConflicts(trx: Trx, conflicts: CodeRow[]): Promise<Map<number, FieldProblem[]>> {
  const problems = new Map<number, FieldProblem[]>()
  if (conflicts.length === 0) return problems
  const holderByCode = await codeHolders(
    trx,
    conflicts.map(({ code_key }) => code_key),
  )
  for (const { field, code_key, product_id: id } of conflicts) {
    const product_id = holderByCode.get(code_key)
    const problem: FieldProblem = { field, problem: 'taken', ...(product_id !== undefined && { product_id }) }
    problems.set(id, [...(problems.get(id) ?? []), problem])
  }
  return problems
}
