import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { actsAsAdmin, refusedByPasskey } from '#server/platform/http/access.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { startPeriodicJob, logFailure, type Running } from '#server/platform/workers/periodic-job.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import { claimDue, claimPending, endCode, findOwnCode, LIVING, type CodeRow } from './code-rows.ts'
import { findDoor } from './find-door.ts'
import { issueCode, lookAtCode, removeAtLock } from './code-at-lock.ts'
import { findLivingDigits } from './encrypt-code.ts'
import { showCode } from './show-code.ts'
import { writeCode } from './write-code.ts'

const NAME = 'leading door codes'
const ROUND_EVERY_MS = 2000
/** Longer than any lock takes to respond or to time out. */
const LEASE_MS = 45_000
/** How long a call waits for a lock; a later result is returned by the next call. */
const WAIT_MS = 1500
const AT_ONCE = 20

type Asked = { storeId: number; isRenewal: boolean }

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
  async ask(user: SignedIn, { storeId, isRenewal }: Asked) {
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
    const wanted = { userId, storeId, isRenewal, proposed, leaseUntil: this.#lease() }
    const written = await writeCode(this.#context, wanted)
    if (isRefusal(written)) return written
    if (written.isNew) await this.#forAMoment(issueCode({ context: this.#context, lock }, written.row))
    return this.#shown(userId, storeId)
  }

  /** Returns the caller's code for the active store; checks the lock when that is due. */
  async show(user: SignedIn) {
    const { userId, activeStoreId } = user
    if (activeStoreId === null) return { door_code: null }
    const { db, now } = this.#context
    const own = await findOwnCode(db, { userId, storeId: activeStoreId }, now())
    const refused = own && (await this.#refusedWhileClosed(user, activeStoreId))
    if (refused) return refused
    if (own?.state === 'pending') {
      const claimed = await claimPending(db, own.id, { now: now(), until: this.#lease() })
      if (claimed) await this.#forAMoment(this.#lead(claimed))
    }
    return this.#shown(userId, activeStoreId)
  }

  /** A code that another session of the admin got for a closed store: a session that may not request it may not see it. */
  async #refusedWhileClosed(user: SignedIn, storeId: number) {
    const refused = refusedByPasskey(user)
    return refused && !(await findDoor(this.#context, storeId))?.isOpen ? refused : undefined
  }

  async #shown(userId: number, storeId: number) {
    const { db, now } = this.#context
    return { door_code: showCode(this.#context, await findOwnCode(db, { userId, storeId }, now())) }
  }

  #lease(): Date {
    return new Date(this.#context.now().getTime() + LEASE_MS)
  }

  /** Starts the periodic job over codes that are due: left behind by a server that died, ended, or no longer polled. */
  start(): Running {
    return startPeriodicJob(this.#context, { name: NAME, work: () => this.round(), everyMs: ROUND_EVERY_MS })
  }

  async round(): Promise<void> {
    const due = await claimDue(this.#context.db, { now: this.#context.now(), until: this.#lease(), most: AT_ONCE })
    await Promise.all(due.map(row => this.#lead(row).catch((error: unknown) => this.#tell(error))))
  }

  async #lead(row: CodeRow): Promise<void> {
    const context = this.#context
    const lock = this.#locks.byProvider(row.provider)
    const isLiving = LIVING.some(state => state === row.state)
    if (isLiving && lock && row.expires_at > context.now())
      return row.state === 'pending' ? lookAtCode({ context, lock }, row) : undefined
    const ended = isLiving ? await endCode(context.db, row, { state: 'expired', at: this.#lease() }) : row
    return ended && removeAtLock(context, lock, ended)
  }

  /** Waits a little; the work continues if it takes longer. */
  async #forAMoment(work: Promise<void>): Promise<void> {
    const told = work.catch((error: unknown) => this.#tell(error))
    this.#underWay.add(told)
    void told.finally(() => this.#underWay.delete(told))
    await Promise.race([told, sleep(WAIT_MS, undefined, { ref: false })])
  }

  #tell(error: unknown): void {
    logFailure(this.#context.log, NAME, error)
  }

  /** Waits for work in progress. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}
