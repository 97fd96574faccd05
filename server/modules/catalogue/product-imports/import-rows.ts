import { type Selectable, sql } from 'kysely'
import { jsonRecordset, anyId } from '#server/platform/db/sql-fragments.ts'
import type { Database, Db, Trx } from '#server/platform/schema/tables.ts'

export type StoredRow = Selectable<Database['product_import_row']>
export type RowResults = readonly StoredRow['result'][]

/** The number of rows that are saved together, and in memory at once. */
const BATCH_SIZE = 500

/** The reason in the audit log for a change of a product by an import. */
export const importReason = (importId: number | '%') => `import ${importId}`

/** Ends the reason of the changes that undo an import. */
export const UNDONE_SUFFIX = ' undone'

/** Locks an import until the transaction ends, so that it is applied or undone by one call at a time. */
export const lockImport = (trx: Trx, importId: number) =>
  trx.selectFrom('product_import').selectAll().where('id', '=', importId).forNoKeyUpdate().executeTakeFirst()

/** The rows of an import that are to be saved, or were, in batches and in order. */
export async function* readBatches(
  trx: Trx,
  importId: number,
  { results, outcome }: { results: RowResults; outcome?: StoredRow['outcome'] },
): AsyncGenerator<StoredRow[]> {
  for (let after = -1; ;) {
    let next = trx
      .selectFrom('product_import_row')
      .selectAll()
      .where('product_import_id', '=', importId)
      .where('row_number', '>', after)
      .where('result', 'in', results)
    if (outcome) next = next.where('outcome', '=', outcome)
    const rows = await next.orderBy('row_number').limit(BATCH_SIZE).execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.row_number
  }
}

export type RowOutcome = {
  row: number
  product_id: number | null
  revision: number | null
  outcome: NonNullable<StoredRow['outcome']>
  problem?: object | undefined
}

/** Stores the outcomes of rows. */
export async function storeOutcomes(trx: Trx, importId: number, outcomes: readonly RowOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const rows = outcomes.map(({ problem, ...rest }) => ({ ...rest, problems: problem ? [problem] : [] }))
  await sql`
    UPDATE product_import_row AS import_row
    SET product_id = r.product_id, revision = r.revision, outcome = r.outcome, problems = r.problems
    FROM ${jsonRecordset(rows, 'row integer, product_id integer, revision integer, outcome text, problems jsonb')}
    WHERE import_row.product_import_id = ${importId} AND import_row.row_number = r.row`.execute(trx)
}

/**
 * Returns the revisions of an import's products and locks them until the transaction ends, in the order of their ids, so that
 * transactions with many locks do not deadlock.
 */
export async function lockProducts(trx: Trx, importId: number): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('product')
    .select(['id', 'revision'])
    .where('id', 'in', eb =>
      eb
        .selectFrom('product_import_row')
        .select('product_id')
        .$narrowType<{ product_id: number }>()
        .where('product_import_id', '=', importId)
        .where('result', 'in', ['new', 'changed'])
        .where('product_id', 'is not', null),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** The newest import that changed products of this one later and is not undone. */
export function findLaterImport(
  trx: Trx,
  { id, appliedAt }: { id: number; appliedAt: Date },
): Promise<{ id: number; file: string } | undefined> {
  const importRows = trx
    .selectFrom('product_import_row')
    .select('product_id')
    .$narrowType<{ product_id: number }>()
    .where('product_import_id', '=', id)
    .where('outcome', '=', 'applied')
    .where('product_id', 'is not', null)
  return trx
    .selectFrom('product_import as later')
    .innerJoin('product_import_row as row', 'row.product_import_id', 'later.id')
    .select(['later.id', 'later.file_name as file'])
    .where('later.state', '=', 'applied')
    .where(sql<boolean>`(later.applied_at, later.id) > (${appliedAt}, ${id}::integer)`)
    .where('row.outcome', '=', 'applied')
    .where('row.product_id', 'in', importRows)
    .orderBy('later.applied_at', 'desc')
    .orderBy('later.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type RestoredRevision = { product_id: number; former: number; restored: number }

/**
 * An undo saves products as they were at a former revision. Rows of earlier imports follow, so that the undo does not count as a
 * change since those imports.
 */
export async function moveEarlierRevisions(trx: Trx, products: readonly RestoredRevision[]): Promise<void> {
  if (products.length === 0) return
  await sql`
    UPDATE product_import_row AS earlier SET revision = earlier.revision + r.restored - r.former
    FROM ${jsonRecordset(products, 'product_id integer, former integer, restored integer')}
    WHERE earlier.product_id = r.product_id AND earlier.revision <= r.former AND earlier.outcome = 'applied'`.execute(
    trx,
  )
}

const CODE_FIELDS = ['ean13', 'further_codes', 'product_code', 'eanCase', 'product_code_type']

export const changesCodes = ({ changes }: Pick<StoredRow, 'changes'>): boolean =>
  changes.some(({ field }) => CODE_FIELDS.includes(field))

/** Returns which of these suppliers or groups exist, and locks them until the transaction ends. */
export async function lockNamed(
  trx: Trx,
  table: 'supplier' | 'product_group',
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await trx
    .selectFrom(table)
    .select('id')
    .where('id', '=', anyId(ids))
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the existing stores, and locks them until the transaction ends. */
export async function lockStores(trx: Trx): Promise<Set<unknown>> {
  const rows = await trx.selectFrom('store').select('id').orderBy('id').forKeyShare().execute()
  return new Set(rows.map(({ id }) => id))
}

/** Before the transaction of the work, as are the others: progress is visible while the work goes on. */
export async function beginProgress(db: Db, importId: number, total: number): Promise<void> {
  const row = { done: 0, total, cancelled: false }
  await db
    .insertInto('product_import_progress')
    .values({ product_import_id: importId, ...row })
    .onConflict(conflict => conflict.column('product_import_id').doUpdateSet(row))
    .execute()
}

/** Returns whether the work goes on: false once an admin has cancelled it. */
export async function reportProgress(db: Db, importId: number, done: number): Promise<boolean> {
  const { cancelled } = await db
    .updateTable('product_import_progress')
    .set({ done })
    .where('product_import_id', '=', importId)
    .returning('cancelled')
    .executeTakeFirstOrThrow()
  return !cancelled
}

/** Asks the work on an import to stop: it changes nothing then. */
export async function cancelWork(db: Db, importId: number): Promise<void> {
  await db
    .updateTable('product_import_progress')
    .set({ cancelled: true })
    .where('product_import_id', '=', importId)
    .execute()
}

/** Reports the progress of work on the rows of an import, batch by batch. */
export function countingFor(db: Db, id: number) {
  let done = 0
  return async (rows: readonly StoredRow[], work: Promise<void>) => {
    await work
    done += rows.length
    await reportProgress(db, id, done)
  }
}
