import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { StoreScope } from '#domain/accounts/store-scope.ts'

/** Matches rows of these stores. `storeId`: a column. One store compares as a single value, which the planner estimates best. */
export function inStores(stores: StoreScope, storeId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (stores.ids === 'all') return sql<SqlBool>`true`
  return stores.only === undefined
    ? sql<SqlBool>`${storeId} = any(${[...stores.ids]}::integer[])`
    : sql<SqlBool>`${storeId} = ${stores.only}::integer`
}
