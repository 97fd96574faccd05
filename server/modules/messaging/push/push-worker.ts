import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { PushOutcome } from '#server/adapters/push/push.ts'
import type { Context } from '#server/platform/context.ts'
import { type Running, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { claimDeliveries, type Claimed, type Ending, failLapsed, removeDevices, writeEndings } from './delivery-rows.ts'
import { pace } from './pace.ts'
import { type PushServices, sendDelivery } from './send-delivery.ts'

const LOOK_MS = 1000
/** The outcomes of this time are written by one statement. */
const TICK_MS = 100
const MOST_AT_ONCE = 48
/** Few: deliveries that are claimed and not sent are lost when the server dies. */
const MOST_CLAIMED = 16
/** Fewer are not worth a statement while others are being sent. */
const FEWEST_CLAIMED = 8
/**
 * A message takes a millisecond or more of the processor that also serves shoppers: a server spends no more on messages than
 * this.
 */
const MOST_PER_SECOND = 60
/** Half a lease: a delivery delayed this long is not sent any more. */
const TOO_LATE_MS = 15_000
const CLOSE_PATIENCE_MS = 3000
const TELL_EVERY_MS = 60_000

/**
 * Sends deliveries to devices, each at most once: `sending` is committed before a byte is sent, and the deliveries that a dead
 * server was sending count as failed. Runs one statement at a time and sends few messages a second, so that shoppers at the
 * checkout do not notice.
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
  /** Claimed, and not being sent yet. */
  #queued = 0
  #lastRound: Promise<void> = Promise.resolve()
  #isClosing = false

  constructor(context: Context, services: PushServices) {
    this.services = services
    this.#context = context
    this.#jobs = startPeriodicJob(context, { name: 'sending notifications', work: () => this.work(), everyMs: LOOK_MS })
  }

  /** Sends all due deliveries and writes the outcomes; rounds run one after another. */
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

  /** Finishes the deliveries being sent; claimed ones that did not begin wait for another server. */
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
    // Serves the requests that arrived meanwhile first.
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

  /** Writes the outcomes. What could not be written is retried with the next ones. */
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

  /** Logs an error, but not for each of ten thousand deliveries. Never logs the address: it is a secret of the device. */
  #tell({ platform }: Claimed, outcome: PushOutcome): void {
    if (outcome.kind !== 'failed' || !outcome.isAlarming) return
    const { reason } = outcome
    const now = performance.now()
    if (now - (this.#told.get(`${platform} ${reason}`) ?? -TELL_EVERY_MS) < TELL_EVERY_MS) return
    this.#told.set(`${platform} ${reason}`, now)
    this.#context.log.error({ platform, reason }, 'a push service rejects all requests: check its keys')
  }
}

const MOST_TRIES = 5
const FIRST_WAIT_MS = 30_000

type Sent = { id: number; tries: number; expires_at: Date; now: Date }

/**
 * The row update for an outcome. Only what certainly did not arrive is retried: after 30 s, 1, 2 and 4 minutes, or later if the
 * push service requires it.
 */
function endingOf(outcome: PushOutcome, { id, tries, expires_at, now }: Sent): Ending {
  if (outcome.kind === 'delivered') return { id, state: 'delivered', reason: null, due_at: null }
  const failed: Ending = { id, state: 'failed', reason: outcome.reason, due_at: null }
  if (outcome.kind !== 'later' || tries >= MOST_TRIES) return failed
  const waitMs = Math.max(outcome.afterMs ?? 0, FIRST_WAIT_MS * 2 ** (tries - 1))
  const due_at = new Date(now.getTime() + waitMs)
  return due_at < expires_at ? { id, state: 'waiting', reason: outcome.reason, due_at } : failed
}
