import { sql } from 'kysely'
import { FINAL_STATES, isIn } from '#domain/payments/attempt-states.ts'
import type { Context } from '#server/platform/context.ts'
import { ALL_ROWS, type RecentIds } from './invariant.ts'
import { OWN_INVARIANTS } from './invariants.ts'

type ViolationRow = Record<string, unknown>
export type Violation = { id: string; description: string; rows: ViolationRow[] }

/** The minutely check covers this many of the newest attempts, orders, moves and seals; the daily check covers all. */
const RECENT_ROWS = 5_000
const SHOWN_ROWS = 5
const CHECK_EVERY_SECONDS = 60
const WHOLE_EVERY_SECONDS = 86_400

/** Timers of servers drift: a check that is due within the next seconds counts as due. */
const DUE_SECONDS = CHECK_EVERY_SECONDS - 5

/** A later `started_at` was written by a wrong clock and must not block checks until then. */
const NEXT_CHECK_AT = sql`now() + make_interval(secs => ${sql.lit(CHECK_EVERY_SECONDS)})`

/** Claims the check that is due; undefined if another server has claimed it or none is due. */
async function claimCheck({ db }: Pick<Context, 'db'>): Promise<{ whole: boolean } | undefined> {
  const claimed = await sql<{ whole: boolean }>`
    UPDATE invariant_run AS run SET started_at = now(), full_check_at = CASE WHEN due.whole THEN now() ELSE run.full_check_at END
    FROM (SELECT full_check_at NOT BETWEEN now() - make_interval(secs => ${WHOLE_EVERY_SECONDS}) AND ${NEXT_CHECK_AT} AS whole FROM invariant_run) due
    WHERE run.started_at NOT BETWEEN now() - make_interval(secs => ${DUE_SECONDS}) AND ${NEXT_CHECK_AT}
    RETURNING due.whole`.execute(db)
  return claimed.rows[0]
}

const recentFrom = (lastId: number) => Math.max(0, lastId - RECENT_ROWS)

async function recentRows({ db }: Pick<Context, 'db'>): Promise<RecentIds> {
  const last = await sql<{ attempts: number; orders: number; moves: number; seals: number }>`
    SELECT (SELECT coalesce(max(id), 0) FROM payment_attempt) AS attempts,
      (SELECT coalesce(max(id), 0) FROM customer_order) AS orders,
      (SELECT coalesce(max(id), 0) FROM stock_move) AS moves,
      (SELECT coalesce(max(id), 0) FROM audit_chain) AS seals`.execute(db)
  const { attempts = 0, orders = 0, moves = 0, seals = 0 } = last.rows[0] ?? {}
  return {
    attemptsAfter: recentFrom(attempts),
    ordersAfter: recentFrom(orders),
    movesAfter: recentFrom(moves),
    sealsAfter: recentFrom(seals),
  }
}

type CheckContext = Pick<Context, 'db'> & { log: { error: (what: object, message: string) => void } }

/** `at`: the moment to judge, default now. */
type CheckInvariantsInput = { whole: boolean; at?: Date }

/**
 * Runs one check, of everything or of recent rows, stores what it found and logs what is broken. A known broken invariant is
 * checked on all rows until it holds: the rows may be old ones, which no check of recent ones finds again.
 */
export async function checkInvariants(
  context: CheckContext,
  finals: FinalOutcomes,
  { whole, at }: CheckInvariantsInput,
): Promise<Violation[]> {
  const recent = await recentRows(context)
  const before = await knownBroken(context)
  const found: Violation[] = []
  for (const { id, description, violations } of OWN_INVARIANTS) {
    const { rows } = await violations({ ...(whole || before.has(id) ? ALL_ROWS : recent), ...(at && { at }) }).execute(
      context.db,
    )
    found.push({ id, description, rows })
  }
  found.push({
    id: 'I11',
    description: 'an outcome is never overwritten',
    rows: await finals.changed(context, recent),
  })
  await writeViolations(context, found)
  for (const { id, description, rows } of found) {
    const what = { invariant: id, violations: rows.length, rows: rows.slice(0, SHOWN_ROWS) }
    if (rows.length > 0) context.log.error(what, `broken: ${description}`)
  }
  return found
}

async function knownBroken({ db }: CheckContext): Promise<Set<string>> {
  const rows = await db.selectFrom('invariant_check').select('invariant').where('violations', '>', 0).execute()
  return new Set(rows.map(({ invariant }) => invariant))
}

const writeViolations = ({ db }: CheckContext, found: Violation[]) =>
  db
    .insertInto('invariant_check')
    .values(
      found.map(({ id, rows }) => ({
        invariant: id,
        violations: rows.length,
        sample: JSON.stringify(rows.slice(0, SHOWN_ROWS)),
        checked_at: sql<Date>`now()`,
        violated_since: rows.length > 0 ? sql<Date>`now()` : null,
      })),
    )
    .onConflict(conflict =>
      conflict.column('invariant').doUpdateSet({
        violations: eb => eb.ref('excluded.violations'),
        sample: eb => eb.ref('excluded.sample'),
        checked_at: eb => eb.ref('excluded.checked_at'),
        violated_since: sql<Date | null>`CASE WHEN excluded.violations > 0
          THEN coalesce(invariant_check.violated_since, excluded.violated_since) END`,
      }),
    )
    .execute()

/** Runs a check when it is this server's turn. */
export async function checkIfDue(context: CheckContext, finals: FinalOutcomes): Promise<Violation[] | undefined> {
  const turn = await claimCheck(context)
  return turn && checkInvariants(context, finals, turn)
}

/**
 * I11: an outcome is never overwritten. No row contains the previous one, so a server keeps the outcomes of its last check in
 * memory and compares.
 */
export class FinalOutcomes {
  #known = new Map<number, string>()

  async changed({ db }: Pick<Context, 'db'>, { attemptsAfter }: RecentIds): Promise<Record<string, unknown>[]> {
    const rows = await db
      .selectFrom('payment_attempt')
      .select(['id', 'state', 'outcome_at'])
      .where('id', '>', attemptsAfter)
      .execute()
    const all = rows.map(({ id, state, outcome_at }) => ({ id, state, now: `${state} ${outcome_at?.toISOString()}` }))
    const before = this.#known
    this.#known = new Map(all.filter(({ state }) => isIn(FINAL_STATES, state)).map(({ id, now }) => [id, now]))
    return all.flatMap(({ id, now }) => {
      const was = before.get(id)
      return was === undefined || was === now ? [] : [{ attempt_id: id, was, now }]
    })
  }
}
