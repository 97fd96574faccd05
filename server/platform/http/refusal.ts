import type { ErrorCode } from '#contract/error-codes.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

/** An expected refusal: data, not an exception. `extra` is added to the response's body, after code and message. */
export type Refusal<Code extends ErrorCode = ErrorCode> = { refused: Code; extra?: Record<string, unknown> }

export const refuse = <const Code extends ErrorCode>(code: Code, extra?: Record<string, unknown>): Refusal<Code> => ({
  refused: code,
  ...(extra && { extra }),
})

/** Distinguishes a refusal from a result; no other result has a property of this name. */
export const isRefusal = <T>(result: T): result is Extract<T, Refusal> =>
  typeof result === 'object' && result !== null && 'refused' in result

class RefusedTransaction extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/** Like inTransaction; a refusal that the work returns undoes what the work has written. */
export async function inRefusableTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async trx => {
      const result = await work(trx)
      if (isRefusal(result)) throw new RefusedTransaction(result)
      return result
    })
  } catch (error) {
    // Only a refusal of type T was ever wrapped.
    if (error instanceof RefusedTransaction) return error.refusal as T
    throw error
  }
}
