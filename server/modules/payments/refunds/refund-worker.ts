import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { startPeriodicJob, type Running } from '#server/platform/workers/periodic-job.ts'
import { beginReversals } from './begin-reversals.ts'
import { driveRefund, type RefundDrive } from './drive-refund.ts'
import { claimLapsedRefunds, handBackRefunds, renewRefundLeases } from './refund-leases.ts'
import type { Refund } from './refund-rows.ts'

const RENEW_MS = 1000
const RECOVER_MS = 1000
const RESTART_MS = 1000
const CLOSE_PATIENCE_MS = 3000
/** How long a server that shuts down waits for a request in progress to reach the terminal. */
const LEAVES_WITHIN_MS = 1500

type Held = { drive: RefundDrive; letGo: AbortController; done: Promise<void>; isNew: boolean }

/**
 * Drives refunds to their outcomes, and begins reversals that are due. Each refund is driven by the one server that holds its
 * lease; others take over what this one leaves.
 */
export class RefundWorker {
  readonly owner = randomUUID()
  readonly #context: Context
  readonly #closing = new AbortController()
  readonly #held = new Map<number, Held>()
  readonly #jobs: Running[]

  constructor(context: Context) {
    this.#context = context
    this.#jobs = [
      startPeriodicJob(context, {
        name: 'renewing the leases of refunds',
        work: () => this.#renew(),
        everyMs: RENEW_MS,
      }),
      startPeriodicJob(context, { name: 'taking up refunds', work: () => this.recover(), everyMs: RECOVER_MS }),
    ]
  }

  /** Drives a refund whose lease this server holds, until it has an outcome. After shutdown began, hands it back instead. */
  async take(refund: Refund, source: RefundDrive['source']): Promise<void> {
    if (this.#closing.signal.aborted) return this.#handBack()
    if (this.#held.has(refund.id)) return
    const letGo = new AbortController()
    const drive: RefundDrive = { refund, owner: this.owner, source, letGo: letGo.signal }
    const done = driveToTheEnd(this.#context, drive).finally(() => this.#held.delete(refund.id))
    this.#held.set(refund.id, { drive, letGo, done, isNew: true })
  }

  /** Takes over the refunds that no server drives, and begins those that are due: at start, and periodically. */
  async recover(): Promise<void> {
    for (const refund of await claimLapsedRefunds(this.#context.db, this.owner)) await this.take(refund, 'recovery')
    if (this.#closing.signal.aborted) return
    for (const refund of await beginReversals(this.#context, this.owner)) await this.take(refund, 'live')
  }

  /** Hands the refunds back and stops driving. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const job of this.#jobs) job.stop()
    for (const held of this.#held.values()) letGoOf(held)
    const drives = [...this.#held.values()].map(held => held.done)
    await Promise.race([Promise.allSettled(drives), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    await this.#handBack()
  }

  async #handBack(): Promise<void> {
    await handBackRefunds(this.#context.db, this.owner).catch((error: unknown) =>
      this.#context.log.warn({ err: error }, 'releasing the leases of refunds failed: they will expire'),
    )
  }

  /** Renews the leases, and releases refunds that another server has taken over. */
  async #renew(): Promise<void> {
    if (this.#held.size === 0) return
    const ours = await renewRefundLeases(this.#context.db, this.owner, [...this.#held.keys()])
    for (const [id, held] of this.#held) {
      if (!ours.has(id) && !held.isNew) held.letGo.abort()
      held.isNew = false
    }
  }
}

/**
 * Releases a refund that is stored as sent only once it has left: the next server could only wait until nothing can be in
 * transit.
 */
function letGoOf({ drive, letGo }: Held): void {
  if (!drive.leaving) return letGo.abort()
  void Promise.race([drive.leaving, sleep(LEAVES_WITHIN_MS, undefined, { ref: false })]).then(() => letGo.abort())
}

async function driveToTheEnd(context: Context, drive: RefundDrive): Promise<void> {
  while (!drive.letGo.aborted) {
    try {
      return await driveRefund(context, drive)
    } catch (error) {
      context.log.error({ err: error, refund: drive.refund.id }, 'driving a refund failed; retrying')
      await sleep(RESTART_MS)
    }
  }
}
