import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { startPeriodicJob, type Running } from '#server/platform/workers/periodic-job.ts'
import type { PushOutcome } from '#server/adapters/push/push.ts'
import { claimDeliveries, failLapsed, removeDevices, writeEndings, type Claimed, type Ending } from './delivery-rows.ts'
import { endingOf } from './ending-of.ts'
import type { PushServices } from './push-services.ts'
import { pace } from './pace.ts'
import { sendDelivery } from './send-delivery.ts'

const LOOK_MS = 1000
/** What ends within it is written by one statement. */
const TICK_MS = 100
const MOST_AT_ONCE = 48
/** As many as a tick sends: what is claimed and not sent is lost with a server that dies. */
const MOST_CLAIMED = 16
/** Fewer are not worth a statement, while others are on their way. */
const FEWEST_CLAIMED = 8
/** A message takes a millisecond and more of the processor that answers shoppers: a server gives it this much. */
const MOST_PER_SECOND = 60
/** Half a lease: who was held up so long sends nothing any more. */
const TOO_LATE_MS = 15_000
const CLOSE_PATIENCE_MS = 3000
const TELL_EVERY_MS = 60_000

/**
 * The part of a server that brings deliveries to devices, each at most once: `sending` is committed before a byte leaves,
 * and what a server that died was sending counts as failed. One statement at a time, and few messages a second: shoppers at
 * the checkout must not notice.
 */
export class PushWorker {
  readonly services: PushServices
  readonly #context: Context
  readonly #jobs: Running
  readonly #nextTurn = pace(MOST_PER_SECOND)
  readonly #sending = new Set<Promise<void>>()
  readonly #told = new Map<string, number>()
  readonly #endings: Ending[] = []
  readonly #gone: number[] = []
  /** Claimed, and not on their way yet. */
  #queued = 0
  #lastRound: Promise<void> = Promise.resolve()
  #isClosing = false

  constructor(context: Context, services: PushServices) {
    this.services = services
    this.#context = context
    this.#jobs = startPeriodicJob(context, { name: 'sending notifications', work: () => this.work(), everyMs: LOOK_MS })
  }

  /** Sends all that is due, and writes what became of it; one round after another. */
  work(): Promise<void> {
    const done = this.#lastRound.then(() => this.#round())
    this.#lastRound = done.catch(() => undefined)
    return done
  }

  async #round(): Promise<void> {
    const lapsed = await failLapsed(this.#context.db)
    if (lapsed > 0)
      this.#context.log.warn({ deliveries: lapsed }, 'push deliveries of a stopped server were marked failed')
    for (;;) {
      const begun = this.#isClosing ? 0 : await this.#claim()
      await this.#write()
      if (begun === 0 && this.#sending.size === 0 && this.#endings.length === 0) return
      await Promise.race([Promise.all(this.#sending), sleep(TICK_MS)])
    }
  }

  /** Ends what is under way; what was claimed and did not begin waits for another server. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#jobs.stop()
    await Promise.race([Promise.all(this.#sending), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    await this.#write().catch((error: unknown) =>
      this.#context.log.warn(
        { err: error },
        'what became of push deliveries was not written: they will count as failed',
      ),
    )
    this.services.webpush.close()
    this.services.apns?.close()
  }

  async #claim(): Promise<number> {
    const most = Math.min(MOST_AT_ONCE - this.#sending.size, MOST_CLAIMED - this.#queued)
    if (most < FEWEST_CLAIMED) return 0
    const claimed = await claimDeliveries(this.#context.db, { most, now: this.#context.now() })
    const at = performance.now()
    this.#queued += claimed.length
    for (const delivery of claimed) {
      const done = this.#send(delivery, at).finally(() => this.#sending.delete(done))
      this.#sending.add(done)
    }
    return claimed.length
  }

  async #send(delivery: Claimed, claimedAt: number): Promise<void> {
    await this.#nextTurn()
    // Requests that arrived meanwhile are answered first.
    await turn()
    this.#queued--
    const isTooLate = this.#isClosing || performance.now() - claimedAt > TOO_LATE_MS
    const now = this.#context.now()
    if (isTooLate) return void this.#endings.push({ id: delivery.id, state: 'waiting', reason: null, due_at: now })
    const outcome = await sendDelivery(delivery, { services: this.services, origin: this.#context.origin(), now })
    this.#endings.push(endingOf(outcome, { ...delivery, now: this.#context.now() }))
    if (outcome.kind === 'gone' && delivery.device_id !== null) this.#gone.push(delivery.device_id)
    this.#tell(delivery, outcome)
  }

  /** What could not be written is tried again with what has come meanwhile. */
  async #write(): Promise<void> {
    const [endings, gone] = [this.#endings.splice(0), this.#gone.splice(0)]
    try {
      if (endings.length > 0) await writeEndings(this.#context.db, endings)
      if (gone.length > 0) await removeDevices(this.#context.db, gone)
    } catch (error) {
      this.#endings.push(...endings)
      this.#gone.push(...gone)
      throw error
    }
  }

  /** Loud, but not for each of ten thousand. Never the address: it is the device's secret. */
  #tell({ platform }: Claimed, outcome: PushOutcome): void {
    if (outcome.kind !== 'failed' || !outcome.isAlarming) return
    const { reason } = outcome
    const now = performance.now()
    if (now - (this.#told.get(`${platform} ${reason}`) ?? -TELL_EVERY_MS) < TELL_EVERY_MS) return
    this.#told.set(`${platform} ${reason}`, now)
    this.#context.log.error({ platform, reason }, 'a push service rejects all requests: check its keys')
  }
}
