import { sql } from 'kysely'
import { applySort, type WithSortKey, type ListDefinition, type LongList, type Page } from './list.ts'

/** From this offset on, the end of the list is determined before reading: its second half is read from there. */
const DEEP_OFFSET = 1000

/**
 * Up to this many matching rows, sorting is faster than an index scan; beyond, the scan is faster.
 */
const SMALL_RESULT = 1000

export const COUNTED_UP_TO = 10_000
/** Counting a search means checking each row that it finds. */
export const SEARCHED_UP_TO = 1000

type LongPageQuery = { sort: string | undefined; offset: number; size: number }

export async function findLongPage<DB, TB extends keyof DB, Row>(
  list: ListDefinition<DB, TB, Row>,
  long: LongList<DB, TB, Row>,
  query: LongPageQuery,
): Promise<Page<Row>> {
  const max = Math.max(long.countedUpTo, query.offset + query.size)
  if (long.isInOrder && query.offset < DEEP_OFFSET) {
    const [{ total, has_more }, items] = await Promise.all([
      countMatching(list, long, max),
      findByIndexScan(list, long, query),
    ])
    return { items, total, ...(has_more && { has_more }) }
  }
  if (long.withSortKey) return findWithSortKey(list, { ...long, withSortKey: long.withSortKey }, { ...query, max })
  const { smallResult, ...counted } = await countMatching(list, long, max)
  const items = smallResult
    ? await findInSmallResult(list, { ...long, smallResult }, query)
    : await findDeep(list, long, { ...query, ...counted })
  return { items, ...counted }
}

type CountResult = { total: number; has_more?: true }

/** How many match, whether there are more than `max`, and the ids of all if they are few. */
async function countMatching<DB, TB extends keyof DB, Row>(
  { matching }: ListDefinition<DB, TB, Row>,
  { db, id, isInOrder, countQuery }: LongList<DB, TB, Row>,
  max: number,
): Promise<CountResult & { smallResult?: number[] }> {
  const found = (countQuery ?? matching.select(id.as('id'))).limit(max + 1)
  const ids = isInOrder ? sql`NULL` : sql`(array_agg(id))[:${SMALL_RESULT + 1}::integer]`
  const { rows } = await sql<{ total: number; ids: number[] | null }>`
    SELECT count(*) AS total, ${ids} AS ids FROM ${found} AS found`.execute(db)
  const { total = 0, ids: smallResult = null } = rows[0] ?? {}
  if (total > max) return { total: max, has_more: true }
  return isInOrder || total > SMALL_RESULT ? { total } : { total, smallResult: smallResult?.map(Number) ?? [] }
}

/** The page comes with the count unless more match than are counted. */
async function findWithSortKey<DB, TB extends keyof DB, Row>(
  list: ListDefinition<DB, TB, Row>,
  long: LongList<DB, TB, Row> & { withSortKey: WithSortKey<Row> },
  { max, ...query }: LongPageQuery & { max: number },
): Promise<Page<Row>> {
  const { rows: found, key = sql`raw`, toRow } = long.withSortKey
  const { sort = list.defaultSort, offset, size } = query
  const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  const { rows } = await sql<{ total: number; ids: number[] }>`
    WITH found AS MATERIALIZED (${found.limit(max + 1)}), counted AS (SELECT count(*) AS total FROM found)
    SELECT total, ARRAY(SELECT id FROM found WHERE total <= ${max}
      ORDER BY ${key} ${direction}, id ${direction} LIMIT ${size} OFFSET ${offset}) AS ids FROM counted`.execute(
    long.db,
  )
  const { total = 0, ids = [] } = rows[0] ?? {}
  if (total <= max) return { items: ids.map(toRow), total }
  const counted = { total: max, has_more: true } as const
  return { items: await findDeep(list, long, { ...query, ...counted }), ...counted }
}

async function findInSmallResult<DB, TB extends keyof DB, Row>(
  list: ListDefinition<DB, TB, Row>,
  { all, id, smallResult }: Pick<LongList<DB, TB, Row>, 'all' | 'id'> & { smallResult: number[] },
  { sort, offset, size }: LongPageQuery,
): Promise<Row[]> {
  if (offset >= smallResult.length) return []
  const rows = list.select(all.where(sql<boolean>`${id} = any(${smallResult}::bigint[])`))
  return applySort(rows, { list, sort }).limit(size).offset(offset).execute()
}

const findByIndexScan = <DB, TB extends keyof DB, Row>(
  list: ListDefinition<DB, TB, Row>,
  { indexScan = list.select(list.matching) }: Pick<LongList<DB, TB, Row>, 'indexScan'>,
  { sort, offset, size, isFromEnd = false }: LongPageQuery & { isFromEnd?: boolean },
): Promise<Row[]> => applySort(indexScan, { list, sort, isFromEnd }).limit(size).offset(offset).execute()

/**
 * Scans from the nearer end if the end is known. With more matches than are counted a page fills soon; with fewer the scan takes
 * longer.
 */
async function findDeep<DB, TB extends keyof DB, Row>(
  list: ListDefinition<DB, TB, Row>,
  long: LongList<DB, TB, Row>,
  { sort, offset, size: max, total, has_more }: LongPageQuery & CountResult,
): Promise<Row[]> {
  const size = Math.min(max, total - offset)
  if (size <= 0) return []
  const indexScan = (has_more ? undefined : long.materialised) ?? long.indexScan
  const scan = { ...(indexScan && { indexScan }) }
  if (has_more || offset < DEEP_OFFSET || offset < total / 2) return findByIndexScan(list, scan, { sort, offset, size })
  const fromEnd = await findByIndexScan(list, scan, { sort, offset: total - offset - size, size, isFromEnd: true })
  return fromEnd.toReversed()
}
