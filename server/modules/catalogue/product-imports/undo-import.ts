import type { ImportProblem } from '#domain/catalogue/imports/import-row.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findEventConflicts } from '#server/modules/catalogue/admin-products/find-event-conflicts.ts'
import { findAdminProducts } from '#server/modules/catalogue/admin-products/queries.ts'
import { findExtendedProducts, removeProducts } from '#server/modules/catalogue/admin-products/remove-products.ts'
import { codeHolders, toCodeRows, releaseCodes } from '#server/modules/catalogue/admin-products/save-codes.ts'
import {
  type Change,
  findPlanConflicts,
  saveChangedProducts,
} from '#server/modules/catalogue/admin-products/save-products.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { readLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { formChanges, type GoodsContext, lockCounted, undoPrices, undoStock, type ImportStock } from './apply-goods.ts'
import { deleteFetchedImages, removeFetchedImages } from './fetch-images.ts'
import { removeGroups, removeSuppliers } from './groups-and-suppliers.ts'
import {
  beginProgress,
  readBatches,
  changesCodes,
  findLaterImport,
  storeOutcomes,
  lockImport,
  lockNamed,
  lockProducts,
  moveEarlierRevisions,
  type RowOutcome,
  importReason,
  UNDONE_SUFFIX,
  countingFor,
  type StoredRow,
} from './import-rows.ts'
import { getImport } from './queries.ts'
import { formWith } from './validate-row.ts'

const MAX_TRIES = 3

/** Another admin saved a code elsewhere after the plan was made. */
class PlanOutdated extends Error {}

/**
 * Undoes an import in one transaction: products get their former values, prices and stock are reverted, and products that it
 * added are removed with its entries in the ledger, or disabled where they were used since. Products changed since are skipped and
 * reported; imports that changed them later are undone first, the newest first.
 */
export async function undoImport(context: Context, undone: { id: number; stock: ImportStock }, author: Author) {
  for (let tries = 1; ; tries++)
    try {
      return await inRefusableTransaction(context.db, trx => undoRows(context, trx, { ...undone, author }))
    } catch (error) {
      if (!(error instanceof PlanOutdated) || tries === MAX_TRIES) throw error
    }
}

type UndoImportInput = { id: number; author: Author; stock: ImportStock }

async function undoRows(context: Context, trx: Trx, { id, author: undoneBy, stock }: UndoImportInput) {
  const author = { ...undoneBy, reason: `${importReason(id)}${UNDONE_SUFFIX}` }
  const row = await lockImport(trx, id)
  if (!row) return refuse('notFound')
  if (row.state === 'undone') return getImport(trx, id)
  if (row.state !== 'applied' || !row.applied_at) return refuse('import.notApplied')
  const revisions = await lockProducts(trx, id)
  const later = await findLaterImport(trx, { id, appliedAt: row.applied_at })
  if (later) return refuse('import.changedByLater', later)
  const goods = { trx, importId: id, storeId: row.stock_store_id, reason: importReason(id), author, stock }
  await lockCounted(goods)
  const plan = await planUndo(trx, { id, revisions, author })
  const undoing: UndoContext = { trx, id, author, plan, goods: { ...goods, appliedAt: row.applied_at } }
  const counting = countingFor(context.db, id)
  await beginProgress(context.db, id, 0)
  // First the added products: they may have codes that others get back.
  for await (const rows of readBatches(trx, id, { results: ['new'], outcome: 'applied' }))
    await counting(rows, removeBatch(undoing, rows))
  await releaseCodes(trx, undoing.plan.changingCodes)
  for await (const rows of readBatches(trx, id, { results: ['changed'], outcome: 'applied' }))
    await counting(rows, restoreBatch(undoing, rows))
  await removeSuppliers(trx, row.supplier_ids, author)
  await removeGroups(trx, row.group_ids, author)
  await bumpCatalogue(trx, 'all')
  const undone = { state: 'undone', undone_by: author.userId, undone_at: author.at } as const
  await trx.updateTable('product_import').set(undone).where('id', '=', id).execute()
  return getImport(trx, id)
}

type UndoContext = { trx: Trx; id: number; author: Author; plan: UndoPlan; goods: GoodsContext & { appliedAt: Date } }

const toOutcome = (row: StoredRow, outcome: RowOutcome['outcome'], problem?: object): RowOutcome => ({
  row: row.row_number,
  product_id: row.product_id,
  revision: row.revision,
  outcome,
  problem,
})

const toKeptOutcomes = ({ plan }: UndoContext, rows: readonly StoredRow[]): RowOutcome[] =>
  rows.flatMap(row => {
    const problem = plan.skipped.get(row.row_number)
    return problem ? [toOutcome(row, 'skipped', problem)] : []
  })

/** For a product that must stay: it is not shown, and no store offers it. */
const TAKEN_BACK = [
  ['enabled', false],
  ['offered_in', []],
] as const

async function removeBatch(undoing: UndoContext, rows: readonly StoredRow[]): Promise<void> {
  const { trx, id, author, plan } = undoing
  const going = rows.filter(row => !plan.skipped.has(row.row_number))
  const ids = going.flatMap(row => row.product_id ?? [])
  await undoPrices(undoing.goods, going)
  const extended = await findExtendedProducts(trx, ids)
  const removable = ids.filter(productId => !extended.has(productId))
  // What only this import moved was never on the shelf: its entries in the ledger go with the product.
  const { used } = await removeProducts(trx, removable, {
    author,
    removeFirst: some => removeOwnRows(undoing, some),
  })
  const isUsed = new Set([...extended, ...used])
  const staying = await undoStock(
    undoing.goods,
    going.filter(row => isUsed.has(row.product_id ?? 0)),
  )
  const products = await findAdminProducts(trx, [...isUsed], shopDate(author.at))
  const disabling = [...products.values()].map(before => ({ before, form: formWith(before, TAKEN_BACK) }))
  await saveUndone(trx, disabling, author)
  const outcomes = going.map(row => {
    const isDisabled = isUsed.has(row.product_id ?? 0)
    return toOutcome(row, isDisabled ? 'disabled' : 'removed', isDisabled ? staying.get(row.row_number) : undefined)
  })
  await storeOutcomes(trx, id, [...toKeptOutcomes(undoing, rows), ...outcomes])
}

async function removeOwnRows({ trx, id, goods }: UndoContext, productIds: readonly number[]): Promise<void> {
  await deleteFetchedImages(trx, id, productIds)
  await goods.stock.removeMoves(trx, productIds, importReason(id))
}

async function restoreBatch(undoing: UndoContext, rows: readonly StoredRow[]): Promise<void> {
  const { trx, id, author, plan } = undoing
  const going = rows.filter(row => !plan.skipped.has(row.row_number))
  const ids = going.flatMap(row => row.product_id ?? [])
  await undoPrices(undoing.goods, going)
  const staying = await undoStock(undoing.goods, going)
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const changes = going.flatMap(row => {
    const before = products.get(row.product_id ?? 0)
    return before ? [{ before, form: formWith(before, formerFields(row)) }] : []
  })
  const saved = new Set(await saveUndone(trx, changes, author))
  const earlier = changes.flatMap(({ before: { id: productId, revision } }) =>
    saved.has(productId) ? [{ product_id: productId, former: revision - 1, restored: revision + 1 }] : [],
  )
  await moveEarlierRevisions(trx, earlier)
  await removeFetchedImages(trx, { importId: id, productIds: ids, author })
  const outcomes = going.map(row => toOutcome(row, 'restored', staying.get(row.row_number)))
  await storeOutcomes(trx, id, [...toKeptOutcomes(undoing, rows), ...outcomes])
}

async function saveUndone(trx: Trx, changes: readonly Change[], author: Author): Promise<readonly number[]> {
  if (changes.length === 0) return []
  const { ids, conflicts } = await saveChangedProducts(trx, changes, author)
  if (conflicts.size > 0) throw new PlanOutdated()
  return ids
}

type UndoPlan = {
  /** Rows that are not undone, and why. */
  skipped: Map<number, ImportProblem>
  /** Products whose former codes are restored. */
  changingCodes: number[]
}
type PreviousValue = { row: number; product_id: number; key: string; field: string }
type PlanUndoInput = { id: number; revisions: ReadonlyMap<number, number>; author: Author }

/** Plans which rows can be undone: their products were not saved since, and what they get back is still available. */
async function planUndo(trx: Trx, planning: PlanUndoInput): Promise<UndoPlan> {
  const { id, revisions } = planning
  const skipped: UndoPlan['skipped'] = new Map()
  const rowByProduct = new Map<number, number>()
  const formerCodes: PreviousValue[] = []
  for await (const rows of readBatches(trx, id, { results: ['new', 'changed'], outcome: 'applied' })) {
    const former = (field: string) => rows.flatMap(row => formerId(row, field))
    const suppliers = await lockNamed(trx, 'supplier', former('supplier_id'))
    const groups = await lockNamed(trx, 'product_group', former('group_id'))
    for (const row of rows) {
      const [[supplier], [group]] = [formerId(row, 'supplier_id'), formerId(row, 'group_id')]
      if (row.product_id === null || revisions.get(row.product_id) !== row.revision)
        skipped.set(row.row_number, { field: 'id', problem: 'changedSince' })
      else if (supplier !== undefined && !suppliers.has(supplier))
        skipped.set(row.row_number, { field: 'supplier_id', problem: 'unknown' })
      else if (group !== undefined && !groups.has(group))
        skipped.set(row.row_number, { field: 'group_id', problem: 'unknown' })
      else rowByProduct.set(row.product_id, row.row_number)
    }
    await excludeSold(trx, rows, { skipped, author: planning.author })
    formerCodes.push(
      ...(await findFormerCodes(
        trx,
        rows.filter(row => !skipped.has(row.row_number) && isCodeRow(row)),
        planning,
      )),
    )
  }
  await excludeReassigned(trx, formerCodes, { skipped, rowByProduct })
  const changing = formerCodes.filter(({ row }) => !skipped.has(row)).map(({ product_id }) => product_id)
  return { skipped, changingCodes: [...new Set(changing)] }
}

type ExcludeSoldInput = { skipped: UndoPlan['skipped']; author: Author }

/** Keeps the rows whose product an event sells as the import made it, or whose former deposit is above a planned price. */
async function excludeSold(trx: Trx, rows: readonly StoredRow[], { skipped, author }: ExcludeSoldInput): Promise<void> {
  const changed = rows.filter(row => row.result === 'changed' && !skipped.has(row.row_number))
  const ids = changed.flatMap(row => row.product_id ?? [])
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const rowByProduct = new Map(changed.map(row => [row.product_id, row]))
  const changes = [...products.values()].map(before => ({
    before,
    form: formWith(before, formerFields(rowByProduct.get(before.id) ?? { changes: [] })),
  }))
  const problems = [
    ...(await findEventConflicts(trx, changes, author)),
    ...(await findPlanConflicts(trx, changes, author)),
  ]
  for (const [id, [problem]] of problems) {
    const row = rowByProduct.get(id)
    if (row && problem) skipped.set(row.row_number, problem)
  }
}

const formerFields = ({ changes }: Pick<StoredRow, 'changes'>) =>
  formChanges(changes).map(({ field, from }): [string, unknown] => [field, from])

const isCodeRow = (row: StoredRow) => row.result === 'changed' && changesCodes(row)

/** The supplier or group that a product gets back. */
const formerId = ({ changes, result }: StoredRow, field: string): number[] =>
  changes.flatMap(change =>
    result === 'changed' && change.field === field && typeof change.from === 'number' ? [change.from] : [],
  )

/** The codes that products would get back. */
async function findFormerCodes(
  trx: Trx,
  rows: readonly StoredRow[],
  { author }: PlanUndoInput,
): Promise<PreviousValue[]> {
  const ids = rows.flatMap(row => row.product_id ?? [])
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const layouts = await readLayouts(trx)
  return rows.flatMap(row => {
    const product = products.get(row.product_id ?? 0)
    if (!product) return []
    const former = formWith(product, formerFields(row))
    return toCodeRows(former, { productId: product.id, layouts }).map(({ code_key: key, field }) => ({
      row: row.row_number,
      product_id: product.id,
      key,
      field,
    }))
  })
}

type ExcludeReassignedInput = { skipped: UndoPlan['skipped']; rowByProduct: Map<number, number> }

/** Keeps the rows whose codes belong by now to a product that is not undone; keeping a row may require keeping others. */
async function excludeReassigned(
  trx: Trx,
  formerCodes: readonly PreviousValue[],
  { skipped, rowByProduct }: ExcludeReassignedInput,
): Promise<void> {
  const holderByCode = await codeHolders(
    trx,
    formerCodes.map(({ key }) => key),
  )
  const isUndone = (productId: number) => {
    const row = rowByProduct.get(productId)
    return row !== undefined && !skipped.has(row)
  }
  for (let before = -1; before !== skipped.size;) {
    before = skipped.size
    for (const { row, product_id, key, field } of formerCodes) {
      const holder = holderByCode.get(key)
      if (skipped.has(row) || holder === undefined || holder === product_id || isUndone(holder)) continue
      skipped.set(row, { field, problem: 'taken', product_id: holder })
    }
  }
}
