import { setTimeout as sleep } from 'node:timers/promises'
import type { DoorCode, DoorFault } from '#contract/stores/doors.ts'
import { openingState } from '#domain/stores/opening-hours.ts'
import type { Locks, ProposedCode } from '#server/adapters/lock/lock.ts'
import { daysAround, lockPublishedStore, withHours } from '#server/modules/stores/public-stores/queries.ts'
import { recordVisit } from '#server/modules/stores/visits/record-visit.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { actsAsAdmin, refusedByPasskey, type SignedIn } from '#server/platform/http/session.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { logFailure, type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import {
  claimDue,
  claimPending,
  type CodeRow,
  endCode,
  findLiving,
  findOwnCode,
  LIVING_STATES,
  type DoorCodeKey,
} from './code-rows.ts'
import {
  drawLockName,
  encryptCode,
  findLivingDigits,
  issueCode,
  checkCode,
  openCode,
  removeAtLock,
} from './lock-requests.ts'

const WORKER_NAME = 'leading door codes'
const ROUND_EVERY_MS = 2000
/** Longer than any lock takes to respond or to time out. */
const LEASE_MS = 45_000
/** How long a call waits for a lock; a later result is returned by the next call. */
const WAIT_MS = 1500
const AT_ONCE = 20

type DoorCodeRequest = { storeId: number; isRenewal: boolean }

/** Drives door codes: from the row to the lock, and away from it when they end. */
export class DoorWorker {
  readonly #context: Context
  readonly #locks: Locks
  readonly #underWay = new Set<Promise<void>>()

  constructor(context: Context, locks: Locks) {
    this.#context = context
    this.#locks = locks
  }

  get locks(): Locks {
    return this.#locks
  }

  /** The living code of the caller for the store, or a new one; a renewal ends the living one. */
  async requestCode(user: SignedIn, { storeId, isRenewal }: DoorCodeRequest) {
    const { userId, activeStoreId } = user
    if (activeStoreId !== storeId) return refuse('door.otherStore')
    const door = await findDoor(this.#context, storeId)
    const lock = door && this.#locks.byProvider(door.provider)
    if (!door || !lock) return refuse('door.none')
    // Admins fill the shelves while the store is closed.
    if (!door.isOpen && !actsAsAdmin(user)) return refusedByPasskey(user) ?? refuse('door.closed')
    const proposal = await lock.propose(storeId, this.#context.now(), await findLivingDigits(this.#context, storeId))
    if (!proposal) return refuse('door.none')
    const proposed = { provider: door.provider, ...proposal }
    const input = { userId, storeId, isRenewal, proposed, leaseUntil: this.#lease() }
    const written = await writeCode(this.#context, input)
    if (isRefusal(written)) return written
    if (written.isNew) await this.#forAMoment(issueCode({ context: this.#context, lock }, written.row))
    return this.#findResponse(userId, storeId)
  }

  /** Returns the caller's code for the active store; checks the lock when that is due. */
  async getOwnCode(user: SignedIn) {
    const { userId, activeStoreId } = user
    if (activeStoreId === null) return { door_code: null }
    const { db, now } = this.#context
    const code = await findOwnCode(db, { userId, storeId: activeStoreId }, now())
    const refused = code && (await this.#refusedWhileClosed(user, activeStoreId))
    if (refused) return refused
    if (code?.state === 'pending') {
      const claimed = await claimPending(db, code.id, { now: now(), until: this.#lease() })
      if (claimed) await this.#forAMoment(this.#lead(claimed))
    }
    return this.#findResponse(userId, activeStoreId)
  }

  /** A code that another session of the admin got for a closed store: a session that may not request it may not see it. */
  async #refusedWhileClosed(user: SignedIn, storeId: number) {
    const refused = refusedByPasskey(user)
    return refused && !(await findDoor(this.#context, storeId))?.isOpen ? refused : undefined
  }

  async #findResponse(userId: number, storeId: number) {
    const { db, now } = this.#context
    return { door_code: toCodeResponse(this.#context, await findOwnCode(db, { userId, storeId }, now())) }
  }

  #lease(): Date {
    return new Date(this.#context.now().getTime() + LEASE_MS)
  }

  /** Starts the periodic job over codes that are due: left behind by a server that died, ended, or no longer polled. */
  start(): RunningJob {
    return startPeriodicJob(this.#context, { name: WORKER_NAME, work: () => this.round(), everyMs: ROUND_EVERY_MS })
  }

  async round(): Promise<void> {
    const due = await claimDue(this.#context.db, { now: this.#context.now(), until: this.#lease(), max: AT_ONCE })
    await Promise.all(due.map(row => this.#lead(row).catch((error: unknown) => this.#logFailure(error))))
  }

  async #lead(row: CodeRow): Promise<void> {
    const context = this.#context
    const lock = this.#locks.byProvider(row.provider)
    const isLiving = LIVING_STATES.some(state => state === row.state)
    if (isLiving && lock && row.expires_at > context.now())
      return row.state === 'pending' ? checkCode({ context, lock }, row) : undefined
    const ended = isLiving ? await endCode(context.db, row, { state: 'expired', at: this.#lease() }) : row
    return ended && removeAtLock(context, lock, ended)
  }

  /** Waits a little; the work continues if it takes longer. */
  async #forAMoment(work: Promise<void>): Promise<void> {
    const settled = work.catch((error: unknown) => this.#logFailure(error))
    this.#underWay.add(settled)
    void settled.finally(() => this.#underWay.delete(settled))
    await Promise.race([settled, sleep(WAIT_MS, undefined, { ref: false })])
  }

  #logFailure(error: unknown): void {
    logFailure(this.#context.log, WORKER_NAME, error)
  }

  /** Waits for work in progress. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}

/** The lock of a published store, and whether the store is open now. */
async function findDoor({ db, now }: Pick<Context, 'db' | 'now'>, storeId: number) {
  const at = now()
  const store = db.selectFrom('store').where('id', '=', storeId).where('published', '=', true)
  const row = await withHours(store, daysAround(at)).executeTakeFirst()
  if (!row || row.lock_provider === null) return undefined
  const { weekly, exceptions, always_open: alwaysOpen, time_zone: timeZone, lock_provider: provider } = row
  return { provider, isOpen: openingState({ weekly, exceptions, alwaysOpen, timeZone, now: at }).open }
}

const UNREACHABLE_FAULTS = ['offline', 'unreachable', 'timeout']
const BUSY_FAULTS = ['busy', 'taken']

/** The kind of fault, by what the shopper at the door can do about it. */
function toDoorFault(fault: string | null): DoorFault {
  if (fault === null || UNREACHABLE_FAULTS.includes(fault)) return 'unreachable'
  return BUSY_FAULTS.includes(fault) ? 'busy' : 'broken'
}

/** A code as its owner sees it: the digits only once the lock has them, and until they end. */
function toCodeResponse(context: Pick<Context, 'secrets' | 'now'>, row: CodeRow | undefined): DoorCode | null {
  if (!row || (row.state !== 'pending' && row.state !== 'active' && row.state !== 'failed')) return null
  const remainingMs = row.expires_at.getTime() - context.now().getTime()
  if (remainingMs <= 0) return null
  return {
    store_id: row.store_id,
    state: row.state,
    code: row.state === 'active' ? openCode(context, row) : null,
    expires_at: row.expires_at.toISOString(),
    seconds_left: Math.ceil(remainingMs / 1000),
    fault: row.state === 'failed' ? toDoorFault(row.fault) : null,
  }
}

/** A code that ends sooner is replaced, so that it does not end while the shopper is at the door. */
const WORTH_SHOWING_MS = 60_000

type ProposedDoorCode = ProposedCode & { provider: string }
type DoorCodeToWrite = DoorCodeKey & { isRenewal: boolean; proposed: ProposedDoorCode; leaseUntil: Date }

/**
 * Returns the user's living code for the store, or stores a new one (always, for a renewal) to be requested from a lock. A
 * concurrent block of the user, or change or hiding of the store, either comes first and is respected, or finds the code here and
 * ends it.
 */
const writeCode = (context: Context, input: DoorCodeToWrite) =>
  inRefusableTransaction(context.db, async trx => {
    const refused = await lockShopper(trx, input)
    if (refused) return refused
    const at = context.now()
    const living = await findLiving(trx, input)
    const isWorthShowing = living && living.expires_at.getTime() - at.getTime() > WORTH_SHOWING_MS
    if (isWorthShowing && !input.isRenewal) {
      await recordVisit(trx, { ...input, at, by: 'door' })
      return { row: living, isNew: false }
    }
    if (living) await endCode(trx, living, { state: input.isRenewal ? 'revoked' : 'expired', at })
    const row = await insertCode(context, trx, { ...input, at })
    await recordVisit(trx, { ...input, at, by: 'door', doorCode: input.proposed.logName ?? row.lock_name })
    return { row, isNew: true }
  })

async function lockShopper(trx: Trx, { userId, storeId }: DoorCodeKey) {
  const user = await trx
    .selectFrom('app_user')
    .select(['blocked_at', 'is_verified', 'active_store_id'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || user.blocked_at !== null) return refuse('session.required')
  if (!user.is_verified) return refuse('session.unverified')
  if (user.active_store_id !== storeId || !(await lockPublishedStore(trx, storeId))) return refuse('door.otherStore')
  return undefined
}

type InsertCodeInput = DoorCodeToWrite & { at: Date }

function insertCode(context: Context, trx: Trx, input: InsertCodeInput): Promise<CodeRow> {
  const { userId, storeId, proposed, at, leaseUntil } = input
  const lock_name = drawLockName()
  return trx
    .insertInto('door_code')
    .values({
      user_id: userId,
      store_id: storeId,
      provider: proposed.provider,
      lock_name,
      state: 'pending',
      code_encrypted: encryptCode(context, lock_name, proposed.code),
      created_at: at,
      expires_at: proposed.until,
      due_at: leaseUntil,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
