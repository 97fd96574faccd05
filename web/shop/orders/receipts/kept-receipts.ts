import * as z from 'zod/mini'
import { purchases } from '#contract/orders/receipts.ts'
import { eraseStored, readStored, storedKeys, writeStored } from '#web/kit/api/browser-storage.ts'
import { ANSWER_PREFIX } from '#web/kit/api/kept-values.ts'

/**
 * The newest receipts, and the list of purchases, to read without a network. Stored like all answers: a logout erases them, and
 * a full storage drops them first.
 */
const LIST_KEY = `${ANSWER_PREFIX}purchases`
const RECEIPT_PREFIX = `${ANSWER_PREFIX}receipt-`
const MOST_RECEIPTS = 20

type Receipt = z.output<typeof purchases.show.answer>
type PurchaseList = z.output<typeof purchases.list.answer>

/** Undefined when nothing is stored, or when an earlier version of the app stored another shape. */
function parse<T>(key: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    return z.safeParse(schema, JSON.parse(readStored(key) ?? 'null')).data
  } catch {
    return undefined
  }
}

export const keptReceipt = (id: number): Receipt | undefined => parse(RECEIPT_PREFIX + id, purchases.show.answer)
export const keptPurchases = (): PurchaseList | undefined => parse(LIST_KEY, purchases.list.answer)

export const keepPurchases = (list: PurchaseList): void => void writeStored(LIST_KEY, JSON.stringify(list), 'answer')

/** Keeps a receipt, and drops the oldest beyond twenty. */
export function keepReceipt(id: number, receipt: Receipt): void {
  writeStored(RECEIPT_PREFIX + id, JSON.stringify(receipt), 'answer')
  const ids = storedKeys(RECEIPT_PREFIX).map(key => Number(key.slice(RECEIPT_PREFIX.length)))
  for (const old of ids.toSorted((one, other) => other - one).slice(MOST_RECEIPTS)) dropReceipt(old)
}

export const dropReceipt = (id: number): void => eraseStored(RECEIPT_PREFIX + id)
