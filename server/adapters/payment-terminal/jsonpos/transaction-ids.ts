import { createHash } from 'node:crypto'

/** The two numbers that identify a transaction at a terminal, and by which Check finds it. */
export type TransactionIds = { receipt_id: number; sequence_id: number }

/**
 * Computed only from the key, which is stored before the request is sent, so that after a crash a server derives the same
 * numbers. 62 bits in two positive 32-bit integers, which any terminal can store.
 */
export function transactionIds(key: string): TransactionIds {
  const hash = createHash('sha256').update(key).digest()
  const positive = (offset: number) => hash.readUInt32BE(offset) >>> 1 || 1
  return { receipt_id: positive(0), sequence_id: positive(4) }
}
