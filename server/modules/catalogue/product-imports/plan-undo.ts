import type { ImportProblem } from '#domain/catalogue/import-row.ts'
import { shopDate } from '#domain/shop-date.ts'
import { readLayouts } from '#server/platform/db/label-layouts.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Transaction } from 'kysely'
import { keptByEvents } from '#server/modules/catalogue/admin-products/kept-by-events.ts'
import { findAdminProducts } from '#server/modules/catalogue/admin-products/queries.ts'
import { codeHolders, codeRowsOf } from '#server/modules/catalogue/admin-products/save-codes.ts'
import { batchesOf, changesCodes, holdSuppliers, type StoredRow } from './import-rows.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { formWith } from './product-schema.ts'

type Trx = Transaction<Database>
export type UndoPlan = {
  /** Rows that are not undone, and why. */
  kept: Map<number, ImportProblem>
  /** Products whose former codes are restored. */
  changingCodes: number[]
}
type Given = { row: number; product_id: number; key: string; field: string }
type Planning = { id: number; revisions: ReadonlyMap<number, number>; author: Author }

/** Plans which rows can be undone: their products were not saved since, and what they get back is still available. */
export async function planUndo(trx: Trx, planning: Planning): Promise<UndoPlan> {
  const { id, revisions } = planning
  const kept: UndoPlan['kept'] = new Map()
  const rowOf = new Map<number, number>()
  const given: Given[] = []
  for await (const rows of batchesOf(trx, id, { results: ['new', 'changed'], outcome: 'applied' })) {
    const suppliers = await holdSuppliers(trx, rows.flatMap(formerSupplier))
    for (const row of rows) {
      const supplier = formerSupplier(row)[0]
      if (row.product_id === null || revisions.get(row.product_id) !== row.revision)
        kept.set(row.row_number, { field: 'id', problem: 'changedSince' })
      else if (supplier !== undefined && !suppliers.has(supplier))
        kept.set(row.row_number, { field: 'supplier_id', problem: 'unknown' })
      else rowOf.set(row.product_id, row.row_number)
    }
    await keepSold(trx, rows, { kept, author: planning.author })
    given.push(
      ...(await givenBack(
        trx,
        rows.filter(row => !kept.has(row.row_number) && isCodeRow(row)),
        planning,
      )),
    )
  }
  await keepTaken(trx, given, { kept, rowOf })
  const changing = given.filter(({ row }) => !kept.has(row)).map(({ product_id }) => product_id)
  return { kept, changingCodes: [...new Set(changing)] }
}

type Keeping = { kept: UndoPlan['kept']; author: Author }

/** Keeps the rows whose product an event sells as the import made it. */
async function keepSold(trx: Trx, rows: readonly StoredRow[], { kept, author }: Keeping): Promise<void> {
  const changed = rows.filter(row => row.result === 'changed' && !kept.has(row.row_number))
  const ids = changed.flatMap(row => row.product_id ?? [])
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const rowOf = new Map(changed.map(row => [row.product_id, row]))
  const changes = [...products.values()].map(before => ({
    before,
    form: formWith(before, formerFields(rowOf.get(before.id) ?? { changes: [] })),
  }))
  for (const [id, [problem]] of await keptByEvents(trx, changes, author)) {
    const row = rowOf.get(id)
    if (row && problem) kept.set(row.row_number, problem)
  }
}

export const formerFields = ({ changes }: Pick<StoredRow, 'changes'>) =>
  changes.map(({ field, from }): [string, unknown] => [field, from])

const isCodeRow = (row: StoredRow) => row.result === 'changed' && changesCodes(row)

const formerSupplier = ({ changes, result }: StoredRow): number[] =>
  changes.flatMap(({ field, from }) =>
    result === 'changed' && field === 'supplier_id' && typeof from === 'number' ? [from] : [],
  )

/** The codes that products would get back. */
async function givenBack(trx: Trx, rows: readonly StoredRow[], { author }: Planning): Promise<Given[]> {
  const ids = rows.flatMap(row => row.product_id ?? [])
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const layouts = await readLayouts(trx)
  return rows.flatMap(row => {
    const product = products.get(row.product_id ?? 0)
    if (!product) return []
    const former = formWith(product, formerFields(row))
    return codeRowsOf(former, { productId: product.id, layouts }).map(({ code_key: key, field }) => ({
      row: row.row_number,
      product_id: product.id,
      key,
      field,
    }))
  })
}

type Kept = { kept: UndoPlan['kept']; rowOf: Map<number, number> }

/** Keeps the rows whose codes belong by now to a product that is not undone; keeping a row may require keeping others. */
async function keepTaken(trx: Trx, given: readonly Given[], { kept, rowOf }: Kept): Promise<void> {
  const holderOf = await codeHolders(
    trx,
    given.map(({ key }) => key),
  )
  const isUndone = (productId: number) => {
    const row = rowOf.get(productId)
    return row !== undefined && !kept.has(row)
  }
  for (let before = -1; before !== kept.size;) {
    before = kept.size
    for (const { row, product_id, key, field } of given) {
      const holder = holderOf.get(key)
      if (kept.has(row) || holder === undefined || holder === product_id || isUndone(holder)) continue
      kept.set(row, { field, problem: 'taken', product_id: holder })
    }
  }
}
