import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Db } from './tables.ts'

/** A batch that waits longer for locked rows or tables is aborted, so as not to block the shop, and retried. */
const WAIT_IN_A_BATCH = '2s'
const MAX_BATCH_SIZE = 10_000
const MAX_TRIES = 20
const PAUSE_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

/** `batch`: runs repeatedly, each time in its own transaction, until it affects no row. */
type OnlineStatement = { kind: 'whole' | 'batch'; text: string }

// None of them blocks reads or writes of the table while it runs, and each may be run again from its beginning.
const WHOLE_STATEMENTS = [
  /^drop index concurrently if exists \w+$/i,
  /^create (?:unique )?index concurrently \w+ on \w+/i,
  /^alter table \w+ validate constraint \w+$/i,
  /^vacuum \(analyze\) \w+$/i,
]
const BATCH_STATEMENT = /^(?:update|delete from|insert into) [\s\S]*\blimit (\d+)\)?/i
const CREATE_INDEX_PATTERN = /^create (?:unique )?index concurrently (\w+)/i

/**
 * The statements of a migration that runs while the shop is open. Each ends with a semicolon at the end of a line. Throws an
 * Error when one could block the shop, or could not be run again after an interruption.
 */
export function readOnlineStatements(script: string): OnlineStatement[] {
  const texts = script
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map(text => text.trim())
    .filter(text => text !== '')
  return texts.map((text, place) => {
    if (isBatch(text)) return { kind: 'batch', text }
    if (!WHOLE_STATEMENTS.some(form => form.test(text))) throw new Error(`It can't run beside the shop: ${text}`)
    const [, index] = CREATE_INDEX_PATTERN.exec(text) ?? []
    // An interrupted one leaves an invalid index.
    if (index !== undefined && !isDropIndex(index, texts[place - 1]))
      throw new Error(`First comes DROP INDEX CONCURRENTLY IF EXISTS ${index}`)
    return { kind: 'whole', text }
  })
}

function isBatch(text: string): boolean {
  const [, rows] = BATCH_STATEMENT.exec(text) ?? []
  return rows !== undefined && Number(rows) <= MAX_BATCH_SIZE
}

const isDropIndex = (index: string, text = ''): boolean =>
  text.toLowerCase() === `drop index concurrently if exists ${index.toLowerCase()}`

/** Runs them one after the other. What was done before an error stays, and is repeated the next time. */
export async function runOnline(db: Db, statements: readonly OnlineStatement[]): Promise<void> {
  for (const { kind, text } of statements) {
    if (kind === 'batch') await runBatches(db, text)
    // It waits for older transactions, and blocks none.
    else await sql.raw(text).execute(db)
  }
}

async function runBatches(db: Db, text: string): Promise<void> {
  for (;;) {
    const began = performance.now()
    if ((await runBatch(db, text)) === 0n) return
    // Pauses as long as the batch took, so that the shop has at least half of the disk's throughput.
    await sleep(performance.now() - began)
  }
}

/** Runs a statement of kind `batch` once; returns how many rows it affected. */
async function runBatch(db: Db, text: string): Promise<bigint> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, async trx => {
        await sql`select set_config('lock_timeout', ${WAIT_IN_A_BATCH}, true)`.execute(trx)
        const { numAffectedRows = 0n } = await sql.raw(text).execute(trx)
        return numAffectedRows
      })
    } catch (error) {
      const isHeldUp = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE
      if (!isHeldUp || attempt >= MAX_TRIES) throw error
      await sleep(PAUSE_MS)
    }
  }
}
