import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repair } from '#server/platform/module.ts'
import { readOnlineStatements, runBatch } from '#server/platform/schema/online-migration.ts'

const MIGRATION = join(import.meta.dirname, '../schema/migrations/067-fill-order-events.online.sql')

/**
 * Reads the sentences that servers of the previous version have written since the migration, as the migration did; returns how many.
 * The release that requires a kind runs the statement once more, and drops this with the index.
 */
export const fillOrderEvents: Repair = async ({ db }) => {
  const batches = readOnlineStatements(await readFile(MIGRATION, 'utf8')).filter(({ kind }) => kind === 'batch')
  let filled = 0n
  for (const { text } of batches) filled += await runBatch(db, text)
  return Number(filled)
}
