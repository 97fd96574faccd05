import type { Kysely, Transaction } from 'kysely'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { isRefusal, type Refusal } from './refusal.ts'

class Undone extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/** Like inTransaction; a refusal that the work returns undoes what the work has written. */
export async function inRefusableTransaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, async trx => {
      const result = await work(trx)
      if (isRefusal(result)) throw new Undone(result)
      return result
    })
  } catch (error) {
    // Only a refusal of type T was ever wrapped.
    if (error instanceof Undone) return error.refusal as T
    throw error
  }
}
