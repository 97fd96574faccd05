import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation } from '#server/platform/db/transaction.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'

/** How often new entries are sealed. The invariants check the seals: server/modules/operations/invariants/check-invariants.ts. */
const EVERY_MS = 60_000
const BATCH_ENTRIES = 1_000
/** Keeps one round short: the next round continues. */
const MAX_BATCHES = 100
/**
 * An entry may still commit with an id this far below the newest sealed one: its transaction took the id early and committed
 * late. Far more ids than the largest transaction takes, an import of 20,000 products.
 */
const LATE_ENTRIES = 100_000
/**
 * An entry that is older than this and commits after an entry with a higher id was inserted by hand, and must not be sealed as if
 * it were genuine.
 */
const LATE_MINUTES = 60

/** Takes the place of a seal before the first one. */
const EMPTY_HASH = ''

const sha256Hex = (text: string) => sha256(text).toString('hex')

/**
 * All of an entry but its reason, as serialised by the database: the same text at any time, on any machine. The reason has its
 * own digest, since an erasure may have to cut it.
 */
const ENTRY_FACTS = sql<string>`jsonb_build_array(entry.id, entry.kind, entry.record_id, entry.action, entry.user_id,
  entry.changes, (extract(epoch FROM entry.created_at) * 1000000)::bigint)::text`

/** A seal, recomputed by PostgreSQL from the stored rows: hex of SHA-256. */
export const sealInSql = (before: RawBuilder<unknown>) => sql<string>`
  encode(sha256(convert_to(${before} || ' ' || coalesce(seal.reason_sha256, '') || ' ' || ${ENTRY_FACTS}, 'UTF8')), 'hex')`

export const reasonSealInSql = sql<string>`
  encode(sha256(convert_to(seal.salt || ' ' || coalesce(entry.reason, ''), 'UTF8')), 'hex')`

/** Up to this id every committed entry is sealed. */
export const ALL_SEALED = sql<number>`(SELECT coalesce(max(entry_id), 0) - ${sql.lit(LATE_ENTRIES)} FROM audit_chain)`
/** The seal of an entry after `ALL_SEALED`. The bound is repeated, so that earlier seals are not scanned. */
export const LATE_SEAL = sql`SELECT 1 FROM audit_chain seal WHERE seal.entry_id = entry.id AND seal.entry_id > ${ALL_SEALED}`

/** `entry` is before the newest sealed one, by its id and by more than `LATE_MINUTES`. */
export const PUT_IN_BETWEEN = sql<boolean>`(entry.id < (SELECT max(entry_id) FROM audit_chain) AND entry.created_at <
  (SELECT created_at - make_interval(mins => ${sql.lit(LATE_MINUTES)}) FROM audit_entry
    WHERE id = (SELECT max(entry_id) FROM audit_chain)))`

type ChainedEntry = { id: number; reason: string | null; facts: string }
type ChainSeal = {
  id: number
  entry_id: number
  salt: string | null
  reason_sha256: string | null
  chain_sha256: string
}
type LastEntry = { id: number; chain_sha256: string }

/**
 * Seals entries of the audit log that have no seal yet, at most `max`, and returns the newest seal if any were made. If several
 * servers do this at once, only one makes the seals.
 */
export async function extendHashChain({ db }: Pick<Context, 'db'>, max = BATCH_ENTRIES): Promise<SealResult> {
  try {
    return await inTransaction(db, async trx => {
      const last = await trx
        .selectFrom('audit_chain')
        .select(['id', 'chain_sha256'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      // Locked until the seals are inserted: an erasure that cuts a reason meanwhile waits, and then finds its seal.
      const { rows } = await sql<ChainedEntry>`
        SELECT entry.id, entry.reason, ${ENTRY_FACTS} AS facts FROM audit_entry entry
        WHERE entry.id > ${ALL_SEALED} AND NOT EXISTS (${LATE_SEAL}) AND ${PUT_IN_BETWEEN} IS NOT TRUE
        ORDER BY entry.id LIMIT ${max} FOR SHARE OF entry`.execute(trx)
      const seals = createSeals(rows, last)
      if (seals.length > 0) await trx.insertInto('audit_chain').values(seals).execute()
      return { made: seals.length, newest: seals.at(-1) }
    })
  } catch (error) {
    if (isUniqueViolation(error)) return { made: 0, newest: undefined }
    throw error
  }
}

type SealResult = { made: number; newest: LastEntry | undefined }

function createSeals(entries: readonly ChainedEntry[], last: LastEntry | undefined): ChainSeal[] {
  const seals: ChainSeal[] = []
  let before = last ?? { id: 0, chain_sha256: EMPTY_HASH }
  for (const { id: entry_id, reason, facts } of entries) {
    const salt = reason === null ? null : randomUUID()
    const reason_sha256 = salt === null ? null : sha256Hex(`${salt} ${reason}`)
    const chain_sha256 = sha256Hex(`${before.chain_sha256} ${reason_sha256 ?? ''} ${facts}`)
    before = { id: before.id + 1, chain_sha256 }
    seals.push({ ...before, entry_id, salt, reason_sha256 })
  }
  return seals
}

/**
 * Seals the audit log every minute, until stopped. The newest seal is logged: a chain that was rebuilt by an attacker with write
 * access to the database doesn't lead to the logged hash.
 */
export function startHashChain(context: Context): RunningJob {
  const work = async () => {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const { made, newest } = await extendHashChain(context)
      if (newest)
        context.log.info({ seal: newest.id, chain: newest.chain_sha256 }, 'the audit log is chained up to here')
      if (made < BATCH_ENTRIES) return
    }
  }
  return startPeriodicJob(context, { name: 'audit hash chain', work, everyMs: EVERY_MS })
}
