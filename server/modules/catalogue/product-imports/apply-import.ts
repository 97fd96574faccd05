import type { LanguageCode } from '#contract/values.ts'
import type { ImportProblem } from '#domain/catalogue/imports/import-row.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findAdminProducts } from '#server/modules/catalogue/admin-products/queries.ts'
import { releaseCodes } from '#server/modules/catalogue/admin-products/save-codes.ts'
import { saveChangedProducts, saveNewProducts } from '#server/modules/catalogue/admin-products/save-products.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { inRefusableTransaction, isRefusal, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { applyGoods, formChanges, type ImportStock } from './apply-goods.ts'
import { rememberColumns } from './choose-headings.ts'
import { makeGroups, lockRowNames, makeSuppliers } from './groups-and-suppliers.ts'
import {
  beginProgress,
  readBatches,
  changesCodes,
  storeOutcomes,
  lockImport,
  lockProducts,
  lockStores,
  importReason,
  reportProgress,
  type StoredRow,
} from './import-rows.ts'
import { findByNames, storedName } from './match-names.ts'
import { findOtherProducts, getImport, TO_SAVE } from './queries.ts'
import { markInvalid } from './row-claims.ts'
import { formWith } from './validate-row.ts'

type StaleRow = { row: number; problem: ImportProblem }
type ApplyImportInput = {
  id: number
  onlyValid: boolean
  /** What happens to rows with the ids of other products. */
  otherProducts: 'change' | 'leave' | undefined
  language: LanguageCode
  stock: ImportStock
}

/**
 * Saves all rows of an import in one transaction: after a crash, all of it is saved or none. Rows that no longer fit, because a
 * product was changed since, are marked, and nothing is saved.
 */
export async function applyImport(context: Context, applying: ApplyImportInput, author: Author) {
  try {
    return await applyRows(context, applying, author)
  } catch (error) {
    if (error instanceof ImportCancelled) return refuse('import.cancelled')
    throw error
  }
}

/** Rolls back what was saved. */
class ImportCancelled extends Error {}

async function applyRows(context: Context, applying: ApplyImportInput, author: Author) {
  const { id, onlyValid, otherProducts, language, stock } = applying
  let stale: StaleRow[] = []
  const applied = await inRefusableTransaction(context.db, async trx => {
    stale = []
    const row = await lockImport(trx, id)
    if (!row) return refuse('notFound')
    // A second call returns the result of the first.
    if (row.state === 'applied') return getImport(trx, id)
    if (row.state === 'undone') return refuse('import.notApplied')
    const { rows } = await getImport(trx, id)
    if (rows.invalid > 0 && !onlyValid) return refuse('import.hasInvalidRows', { rows: rows.invalid })
    const others = await findOtherProducts(trx, id)
    if (others.length > 0 && !otherProducts) return refuse('import.otherProducts', { rows: others.length })
    if (otherProducts === 'leave') {
      // Without their problem, which is stored already.
      const rowsToSkip = others.map(each => ({ row: each.row }))
      await markInvalid(trx, id, rowsToSkip)
    }
    const reason = importReason(id)
    await beginProgress(context.db, id, rows.new + rows.changed)
    const saving = new ImportBeingApplied(context, trx, { id, language, author: { ...author, reason } })
    stale = await saving.apply()
    if (stale.length === 0)
      stale = await applyGoods({
        trx,
        importId: id,
        storeId: row.stock_store_id,
        reason,
        author: { ...author, reason },
        stock,
      })
    if (stale.length > 0) return refuse('import.outdated', { rows: stale.length })
    if (row.choices.columns !== undefined) await rememberColumns(trx, row)
    // It locks the stores: after the shelves, as in a sale.
    await bumpCatalogue(trx, 'all')
    return getImport(trx, id)
  })
  if (isRefusal(applied) && stale.length > 0)
    await inTransaction(context.db, async trx => {
      if ((await lockImport(trx, id))?.state === 'checked') await markInvalid(trx, id, stale)
    })
  return applied
}

type ApplyContext = { id: number; language: LanguageCode; author: Author }

class ImportBeingApplied {
  readonly #context: Context
  readonly #trx: Trx
  readonly #id: number
  readonly #language: LanguageCode
  readonly #author: Author
  #suppliers: ReadonlyMap<string, number> = new Map()
  #groups: ReadonlyMap<string, number> = new Map()

  constructor(context: Context, trx: Trx, { id, language, author }: ApplyContext) {
    this.#context = context
    this.#trx = trx
    this.#id = id
    this.#language = language
    this.#author = author
  }

  /** Returns the rows that can no longer be saved; if there are any, the caller must not commit. */
  async apply(): Promise<StaleRow[]> {
    const stale = await this.#lockRecords()
    if (stale.length > 0) return stale
    const made = await makeSuppliers(this.#trx, this.#id, this.#author)
    this.#suppliers = made.ids
    const madeGroups = await makeGroups(this.#trx, {
      importId: this.#id,
      language: this.#language,
      author: this.#author,
    })
    this.#groups = madeGroups.ids
    let done = 0
    for await (const rows of readBatches(this.#trx, this.#id, { results: TO_SAVE })) {
      const found = [...(await this.#add(rows)), ...(await this.#change(rows))]
      if (found.length > 0) return found
      done += rows.length
      if (!(await reportProgress(this.#context.db, this.#id, done))) throw new ImportCancelled()
    }
    await this.#trx
      .updateTable('product_import')
      .set({
        state: 'applied',
        file: null,
        applied_by: this.#author.userId,
        applied_at: this.#author.at,
        supplier_ids: made.added,
        group_ids: madeGroups.added,
      })
      .where('id', '=', this.#id)
      .execute()
    return []
  }

  /** Locks everything that the rows were compared with. Releases the codes that rows free before any row takes them. */
  async #lockRecords(): Promise<StaleRow[]> {
    const locked: LockedRecords = {
      revisions: await lockProducts(this.#trx, this.#id),
      suppliers: await lockRowNames(this.#trx, this.#id, 'supplier_id'),
      groups: await lockRowNames(this.#trx, this.#id, 'group_id'),
      stores: await lockStores(this.#trx),
    }
    const stale: StaleRow[] = []
    const changingCodes: number[] = []
    for await (const rows of readBatches(this.#trx, this.#id, { results: TO_SAVE })) {
      stale.push(...(await this.#findCreatedConcurrently(rows)))
      for (const row of rows) {
        stale.push(...toStale(row.row_number, findProblems(row, locked)))
        if (row.product_id !== null && changesCodes(row)) changingCodes.push(row.product_id)
      }
    }
    await releaseCodes(this.#trx, changingCodes)
    return stale
  }

  /** New products without codes that exist by now, as when the same file was checked twice and then applied twice. */
  async #findCreatedConcurrently(batch: readonly StoredRow[]): Promise<StaleRow[]> {
    const rows = batch.filter(row => row.result === 'new')
    const found = await findByNames(this.#trx, rows.map(storedName))
    return rows.flatMap(({ row_number }, at) =>
      found[at]?.length ? toStale(row_number, [{ field: 'id', problem: 'madeSince' }]) : [],
    )
  }

  #getFields({ changes, new_supplier, new_group }: StoredRow) {
    const added: Readonly<Record<string, number | undefined>> = {
      supplier_id: new_supplier === null ? undefined : this.#suppliers.get(new_supplier),
      group_id: new_group === null ? undefined : this.#groups.get(new_group),
    }
    return formChanges(changes).map(({ field, to }): [string, unknown] => [field, added[field] ?? to])
  }

  async #add(batch: readonly StoredRow[]): Promise<StaleRow[]> {
    const rows = batch.filter(({ result }) => result === 'new')
    if (rows.length === 0) return []
    const forms = rows.map(row => formWith(undefined, this.#getFields(row)))
    const { ids, conflicts } = await saveNewProducts(this.#trx, forms, this.#author)
    const outcomes = rows.flatMap((row, at) => {
      const id = ids[at]
      return id === undefined ? [] : [{ row: row.row_number, product_id: id, revision: 1, outcome: 'applied' as const }]
    })
    await storeOutcomes(this.#trx, this.#id, outcomes)
    return outcomes.flatMap(({ row, product_id }) => toStale(row, conflicts.get(product_id)))
  }

  async #change(batch: readonly StoredRow[]): Promise<StaleRow[]> {
    const rows = batch.filter(({ result }) => result === 'changed')
    if (rows.length === 0) return []
    const ids = rows.flatMap(row => row.product_id ?? [])
    const products = await findAdminProducts(this.#trx, ids, shopDate(this.#author.at))
    const changes = rows.flatMap(row => {
      const before = products.get(row.product_id ?? 0)
      return before ? [{ row, before, form: formWith(before, this.#getFields(row)) }] : []
    })
    const saved = await saveChangedProducts(this.#trx, changes, this.#author)
    const changed = new Set(saved.ids)
    await storeOutcomes(
      this.#trx,
      this.#id,
      changes.map(({ row, before: { id, revision } }) => ({
        row: row.row_number,
        product_id: id,
        revision: changed.has(id) ? revision + 1 : revision,
        outcome: 'applied',
      })),
    )
    return changes.flatMap(({ row, before }) => toStale(row.row_number, saved.conflicts.get(before.id)))
  }
}

const toStale = (row: number, problems: readonly ImportProblem[] = []): StaleRow[] =>
  problems.map(problem => ({ row, problem }))

type LockedRecords = {
  revisions: ReadonlyMap<number, number>
  suppliers: ReadonlySet<unknown>
  groups: ReadonlySet<unknown>
  stores: ReadonlySet<unknown>
}

/** The dependencies of a row that have changed since the check. */
function findProblems({ product_id, revision, changes }: StoredRow, locked: LockedRecords): ImportProblem[] {
  const importedValue = (name: string) => changes.find(({ field }) => field === name)?.to ?? null
  const [supplier, group, stores] = [
    importedValue('supplier_id'),
    importedValue('group_id'),
    importedValue('offered_in'),
  ]
  const isChanged = product_id !== null && locked.revisions.get(product_id) !== revision
  const hasStores = !Array.isArray(stores) || stores.every(id => locked.stores.has(id))
  return [
    ...(isChanged ? [{ field: 'id', problem: 'changedSince' } as const] : []),
    ...(supplier === null || locked.suppliers.has(supplier)
      ? []
      : [{ field: 'supplier_id', problem: 'unknown' } as const]),
    ...(group === null || locked.groups.has(group) ? [] : [{ field: 'group_id', problem: 'unknown' } as const]),
    ...(hasStores ? [] : [{ field: 'offered_in', problem: 'unknown' } as const]),
  ]
}
