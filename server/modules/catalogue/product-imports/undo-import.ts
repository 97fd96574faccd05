import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Transaction } from 'kysely'
import { findAdminProducts } from '#server/modules/catalogue/admin-products/queries.ts'
import { removeProducts } from '#server/modules/catalogue/admin-products/remove-products.ts'
import { releaseCodes } from '#server/modules/catalogue/admin-products/save-codes.ts'
import { saveChangedProducts, type Change } from '#server/modules/catalogue/admin-products/save-products.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import {
  batchesOf,
  holdImport,
  holdProducts,
  keepOutcomes,
  reasonOf,
  tellProgress,
  type Outcome,
  type StoredRow,
} from './import-rows.ts'
import { removeSuppliers } from './import-suppliers.ts'
import { formerFields, planUndo, type UndoPlan } from './plan-undo.ts'
import { formWith } from './product-schema.ts'
import { showImport } from './queries.ts'

type Trx = Transaction<Database>
const TRIES = 3

/** Another admin saved a code elsewhere after the plan was made. */
class PlanOverturned extends Error {}

/**
 * Undoes an import in one transaction: products get their former values, and products that it added are removed, or disabled
 * where other rows reference them. Products changed since are kept and reported.
 */
export async function undoImport(context: Context, id: number, author: Author) {
  for (let tries = 1; ; tries++)
    try {
      return await inRefusableTransaction(context.db, trx => undo(context, trx, { id, author }))
    } catch (error) {
      if (!(error instanceof PlanOverturned) || tries === TRIES) throw error
    }
}

async function undo(context: Context, trx: Trx, { id, author: who }: { id: number; author: Author }) {
  const author = { ...who, reason: `${reasonOf(id)} undone` }
  const row = await holdImport(trx, id)
  if (!row) return refuse('notFound')
  if (row.state === 'undone') return showImport(trx, id)
  if (row.state !== 'applied') return refuse('import.notApplied')
  const revisions = await holdProducts(trx, id)
  const undoing: Undoing = { trx, id, author, plan: await planUndo(trx, { id, revisions, author }) }
  const counting = countingFor(context, id)
  await tellProgress(context.db, id, 0)
  // First the added products: they may have codes that others get back.
  for await (const rows of batchesOf(trx, id, { results: ['new'], outcome: 'applied' }))
    await counting(rows, removeBatch(undoing, rows))
  await releaseCodes(trx, undoing.plan.changingCodes)
  for await (const rows of batchesOf(trx, id, { results: ['changed'], outcome: 'applied' }))
    await counting(rows, restoreBatch(undoing, rows))
  await removeSuppliers(trx, row.supplier_ids, author)
  await bumpCatalogue(trx, 'all')
  const undone = { state: 'undone', undone_by: author.userId, undone_at: author.at } as const
  await trx.updateTable('product_import').set(undone).where('id', '=', id).execute()
  return showImport(trx, id)
}

function countingFor({ db }: Context, id: number) {
  let done = 0
  return async (rows: readonly StoredRow[], work: Promise<void>) => {
    await work
    done += rows.length
    await tellProgress(db, id, done)
  }
}

type Undoing = { trx: Trx; id: number; author: Author; plan: UndoPlan }

const outcomeOf = (row: StoredRow, outcome: Outcome['outcome'], problem?: object): Outcome => ({
  row: row.row_number,
  product_id: row.product_id,
  revision: row.revision,
  outcome,
  problem,
})

const keptOf = ({ plan }: Undoing, rows: readonly StoredRow[]): Outcome[] =>
  rows.flatMap(row => {
    const problem = plan.kept.get(row.row_number)
    return problem ? [outcomeOf(row, 'kept', problem)] : []
  })

/** For a product that must stay: it is not shown, and no store offers it. */
const TAKEN_BACK = [
  ['enabled', false],
  ['offered_in', []],
] as const

async function removeBatch(undoing: Undoing, rows: readonly StoredRow[]): Promise<void> {
  const { trx, id, author, plan } = undoing
  const going = rows.filter(row => !plan.kept.has(row.row_number))
  const ids = going.flatMap(row => row.product_id ?? [])
  const { used } = await removeProducts(trx, ids, author)
  const products = await findAdminProducts(trx, used, shopDate(author.at))
  const disabling = [...products.values()].map(before => ({ before, form: formWith(before, TAKEN_BACK) }))
  await save(trx, disabling, author)
  const isUsed = new Set(used)
  const outcomes = going.map(row => outcomeOf(row, isUsed.has(row.product_id ?? 0) ? 'disabled' : 'removed'))
  await keepOutcomes(trx, id, [...keptOf(undoing, rows), ...outcomes])
}

async function restoreBatch(undoing: Undoing, rows: readonly StoredRow[]): Promise<void> {
  const { trx, id, author, plan } = undoing
  const going = rows.filter(row => !plan.kept.has(row.row_number))
  const ids = going.flatMap(row => row.product_id ?? [])
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const changes = going.flatMap(row => {
    const before = products.get(row.product_id ?? 0)
    return before ? [{ before, form: formWith(before, formerFields(row)) }] : []
  })
  await save(trx, changes, author)
  await keepOutcomes(trx, id, [...keptOf(undoing, rows), ...going.map(row => outcomeOf(row, 'restored'))])
}

async function save(trx: Trx, changes: readonly Change[], author: Author): Promise<void> {
  if (changes.length === 0) return
  const { taken } = await saveChangedProducts(trx, changes, author)
  if (taken.size > 0) throw new PlanOverturned()
}
