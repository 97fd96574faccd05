import { createHash } from 'node:crypto'

/** The two numbers by which a terminal knows a transaction, and by which Check finds it again. */
export type TransactionIds = { receipt_id: number; sequence_id: number }

/**
 * Counted from the key alone, which is written down before the terminal hears of it: whoever reads the key after a crash
 * asks by the same numbers. 62 bits in two positive 32-bit integers, which any terminal can hold.
 */
export function transactionIds(key: string): TransactionIds {
  const hash = createHash('sha256').update(key).digest()
  const positive = (offset: number) => hash.readUInt32BE(offset) >>> 1 || 1
  return { receipt_id: positive(0), sequence_id: positive(4) }
}
