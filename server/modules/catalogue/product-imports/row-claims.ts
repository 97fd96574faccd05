import { sql } from 'kysely'
import type { ProductInput } from '#contract/catalogue/admin-products.ts'
import type { ImportProblem } from '#domain/catalogue/imports/import-row.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { codeHolders, toCodeRows } from '#server/modules/catalogue/admin-products/save-codes.ts'
import type { LabelLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import type { ValidatedRow } from './validate-row.ts'

type FieldClaim = { row: number; product_id: number | null; field: string }

/** Which row of a file has which product and which codes. A second row with the same ones is wrong. */
export class RowClaims {
  readonly #rowOf = new Map<number, number>()
  readonly #codes = new Map<string, FieldClaim>()
  /** New products without codes, by the key by which the next import finds them. */
  readonly #names = new Map<string, number>()
  readonly #layouts: LabelLayouts

  constructor(layouts: LabelLayouts) {
    this.#layouts = layouts
  }

  claim(validated: ValidatedRow): ValidatedRow {
    const { row, product_id, form } = validated
    if (!form) return validated
    const name = product_id === null ? getNameKey(form, validated.new_supplier) : undefined
    const earlier =
      product_id === null ? (name === undefined ? undefined : this.#names.get(name)) : this.#rowOf.get(product_id)
    if (earlier !== undefined) return toInvalidRow(validated, [{ field: 'id', problem: 'rowRepeated', row: earlier }])
    // A new product has no id yet; its codes are those of its row.
    const codes = toCodeRows(form, { productId: 0, layouts: this.#layouts })
    const problems = codes.flatMap(({ code_key, field }): ImportProblem[] => {
      const other = this.#codes.get(code_key)
      return other ? [{ field, problem: 'repeated', row: other.row }] : []
    })
    if (problems.length > 0) return toInvalidRow(validated, problems)
    if (product_id !== null) this.#rowOf.set(product_id, row)
    if (name !== undefined) this.#names.set(name, row)
    for (const { code_key, field } of codes) this.#codes.set(code_key, { row, product_id, field })
    return validated
  }

  /** Marks the rows whose codes belong to products that keep them. A code that a row of the same file releases is free. */
  async markTaken(trx: Trx, importId: number): Promise<void> {
    const holders = await codeHolders(trx, [...this.#codes.keys()])
    const claims = [...holders].flatMap(([code_key, product_id]) => {
      const claim = this.#codes.get(code_key)
      if (!claim || claim.product_id === product_id || this.#rowOf.has(product_id)) return []
      return [{ row: claim.row, problem: { field: claim.field, problem: 'taken' as const, product_id } }]
    })
    await markInvalid(trx, importId, claims)
  }
}

/** All names and the supplier; undefined if a code identifies the product. */
function getNameKey({ names, supplier_id, ...codes }: ProductInput, newSupplier: string | null): string | undefined {
  if (codes.ean13 ?? codes.product_code ?? codes.eanCase ?? codes.further_codes) return undefined
  const { fi, en, sv } = names
  return JSON.stringify([
    ...[fi, en, sv].map(comparisonKey),
    newSupplier === null ? supplier_id : comparisonKey(newSupplier),
  ])
}

const toInvalidRow = (validated: ValidatedRow, problems: ImportProblem[]): ValidatedRow => ({
  ...validated,
  result: 'invalid',
  changes: [],
  problems,
  form: undefined,
})

/** Marks rows as wrong that were valid before. Without `problem`, a row has the reason among its problems already. */
export async function markInvalid(
  trx: Trx,
  importId: number,
  found: readonly { row: number; problem?: ImportProblem }[],
): Promise<void> {
  if (found.length === 0) return
  await sql`
    UPDATE product_import_row AS import_row SET result = 'invalid', changes = '[]', problems = problems || r.found
    FROM (SELECT row, coalesce(jsonb_agg(problem) FILTER (WHERE problem IS NOT NULL), '[]') AS found
      FROM ${jsonRecordset(found, 'row integer, problem jsonb')} GROUP BY row) r
    WHERE import_row.product_import_id = ${importId} AND import_row.row_number = r.row`.execute(trx)
}
