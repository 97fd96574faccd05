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
/** Longer than any lock takes to answer or to be given up. */
const LEASE_MS = 45_000
/** So long a call waits for a lock; what comes later is told at the next look. */
const WAIT_MS = 1500
const AT_ONCE = 20

type Asked = { storeId: number; isRenewal: boolean }

/** The part of a server that leads door codes: from the row to the lock, and at their end away from it. */
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
    // Who fills the shelves comes when the store is closed.
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

  /** What the caller may know of their code for the active store; looks at the lock when it is time to. */
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

  /** What an admin's other session was given for a closed store is no more for this one to see than to ask for. */
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

  /** Starts the periodic job over what is due: what a server that died left behind, what has ended, what is no longer looked at. */
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

  /** Waits a little; the work goes on when it takes longer. */
  async #forAMoment(work: Promise<void>): Promise<void> {
    const told = work.catch((error: unknown) => this.#tell(error))
    this.#underWay.add(told)
    void told.finally(() => this.#underWay.delete(told))
    await Promise.race([told, sleep(WAIT_MS, undefined, { ref: false })])
  }

  #tell(error: unknown): void {
    logFailure(this.#context.log, NAME, error)
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}
