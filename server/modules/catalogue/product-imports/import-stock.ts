import type { Transaction } from 'kysely'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Trx = Transaction<Database>

export type DatedPrice = { productId: number; supplier_id: number; valid_from: string; price: number }
type Move = { storeId: number; kind: 'count' | 'correction'; reason: string; user_id: number; created_at: Date }

/** What the stock module does in the transaction of an import. Passed in where routes are mounted: catalogue comes first. */
export type ImportStock = {
  /** Returns the products whose price was added: the others have one from the same day. */
  keepPurchasePrices: (trx: Trx, prices: readonly DatedPrice[], author: Author) => Promise<ReadonlySet<number>>
  /** Removes prices that are still as they were added. */
  removePurchasePrices: (trx: Trx, prices: readonly DatedPrice[], author: Author) => Promise<void>
  /** Locks the shelves until the commit: sales of these products wait. */
  lockShelves: (trx: Trx, storeId: number, productIds: readonly number[]) => Promise<unknown>
  /** Of locked shelves. */
  moveShelves: (
    trx: Trx,
    move: Move,
    moved: readonly { productId: number; quantityThousandths: number }[],
  ) => Promise<void>
}
