import type { ProductInput } from '#contract/admin-products.ts'
import type { FieldProblem } from '#domain/product-form.ts'
import { productCodeRows } from '#server/db/product-codes.ts'
import type { Database } from '#server/db/tables.ts'
import type { Transaction } from 'kysely'

const codeRows = (form: ProductInput, productId: number) =>
  productCodeRows(
    {
      ean13: form.ean13,
      product_code: form.product_code,
      eanCase: form.eanCase,
      productCodeType: form.product_code_type,
    },
    productId,
  )

/**
 * Writes a product's codes and tells which of them are another product's. The index decides, so that of two admins who
 * give a code away at once the second one waits, and then hears whose it is.
 */
export async function saveCodes(
  trx: Transaction<Database>,
  form: ProductInput,
  productId: number,
): Promise<FieldProblem[]> {
  await trx.deleteFrom('product_code').where('product_id', '=', productId).execute()
  // A code that stands in two fields of one product is one key: the first field has it.
  const rows = [
    ...new Map(
      codeRows(form, productId)
        .toReversed()
        .map(row => [row.code_key, row]),
    ).values(),
  ]
  if (rows.length === 0) return []
  const written = await trx
    .insertInto('product_code')
    // In one order for all, so that two who wait for each other's codes do not wait for ever.
    .values(rows.toSorted((a, b) => (a.code_key < b.code_key ? -1 : 1)))
    .onConflict(conflict => conflict.column('code_key').doNothing())
    .returning('code_key')
    .execute()
  const own = new Set(written.map(({ code_key }) => code_key))
  return takenBy(
    trx,
    rows.filter(({ code_key }) => !own.has(code_key)),
  )
}

type CodeRow = ReturnType<typeof codeRows>[number]

async function takenBy(trx: Transaction<Database>, taken: CodeRow[]): Promise<FieldProblem[]> {
  if (taken.length === 0) return []
  const holders = await trx
    .selectFrom('product_code')
    .select(['code_key', 'product_id'])
    .where(
      'code_key',
      'in',
      taken.map(({ code_key }) => code_key),
    )
    .execute()
  const holderOf = new Map(holders.map(({ code_key, product_id }) => [code_key, product_id]))
  return taken.map(({ field, code_key }) => {
    const product_id = holderOf.get(code_key)
    return { field, problem: 'taken' as const, ...(product_id !== undefined && { product_id }) }
  })
}
