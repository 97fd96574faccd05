import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { logFailure } from '#server/platform/workers/periodic-job.ts'
import {
  type OutboxChannel,
  MESSAGE_KINDS,
  type SendingRules,
  type OpenedMessage,
  type DeliveryOutcome,
  RETRY_TIMES,
} from './outbox-message.ts'
import { type MessageEnding, writeEndings } from './outbox-rows.ts'

/** Waking this late means that the processor is overloaded. */
const BUSY_AFTER_MS = 25
const MAX_POLL_PAUSE_MS = 300

/**
 * Lets at most `perSecond` calls pass in a second, evenly and in order; fewer while the process is busy: a call that wakes late
 * makes the next one wait three times as long as it was late.
 */
export function createPace(perSecond: number): () => Promise<void> {
  const gapMs = 1000 / perSecond
  let last = Promise.resolve()
  let due = 0
  async function wait(): Promise<void> {
    due = Math.max(due + gapMs, performance.now())
    if (due > performance.now()) await sleep(due - performance.now())
    const woke = performance.now()
    const lateMs = woke - due
    if (lateMs > BUSY_AFTER_MS) due = woke + Math.min(3 * lateMs, MAX_POLL_PAUSE_MS)
  }
  return () => (last = last.then(wait))
}

type ChannelContext = Pick<Context, 'db' | 'log' | 'now'>

/** Outcomes within this time share one statement. */
const TICK_MS = 100
/** Half a lease: a message delayed this long is not sent by this server any more. */
const TOO_LATE_MS = 15_000
const CLOSE_TIMEOUT_MS = 4_000
/** Delays in ms after which to look for a message that is about to be committed; the periodic run finds what these miss. */
const WAKE_AFTER_MS = [5, 20, 60, 150]

/**
 * Sends the messages of one kind. Runs one statement at a time, and begins few messages a second where the kind requires it, so
 * that shoppers at the checkout do not notice.
 */
export class ChannelWorker {
  readonly #needs: ChannelContext
  readonly #channel: OutboxChannel
  readonly #rules: SendingRules
  readonly #nextTurn: () => Promise<void>
  readonly #sending = new Set<Promise<void>>()
  readonly #endings: MessageEnding[] = []
  readonly #wakes = new Set<NodeJS.Timeout>()
  /** Messages of this server that a wake is still to claim. */
  #expected = 0
  /** Claimed, and not being sent yet. */
  #queued = 0
  /** The last claim found fewer messages than this server could have sent. */
  #isDrained = false
  #isClosing = false
  #round: Promise<void> | undefined

  constructor(needs: ChannelContext, channel: OutboxChannel) {
    this.#needs = needs
    this.#channel = channel
    this.#rules = MESSAGE_KINDS[channel.kind]
    this.#nextTurn = createPacer(this.#rules)
  }

  get hasUnwritten(): boolean {
    return this.#endings.length > 0
  }

  /** Sends what is due and writes the outcomes. While others are being sent, claims again and joins them. Never throws. */
  work(): Promise<void> {
    this.#isDrained = false
    this.#round ??= this.#run().catch((error: unknown) => {
      this.#round = undefined
      logFailure(this.#needs.log, `sending ${this.#channel.kind}`, error)
    })
    return this.#round
  }

  /** A message is about to be committed: looks for it soon. */
  expect(): void {
    if (this.#isClosing) return
    this.#expected++
    for (const ms of WAKE_AFTER_MS) {
      const wake = setTimeout(() => {
        this.#wakes.delete(wake)
        void this.work()
        if (ms === WAKE_AFTER_MS.at(-1)) this.#found(1)
      }, ms).unref()
      this.#wakes.add(wake)
    }
  }

  /** Finishes the messages being sent; claimed ones that did not begin wait for another server. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#found(Infinity)
    await Promise.race([Promise.all(this.#sending), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    await this.#write().catch((error: unknown) =>
      this.#needs.log.warn({ err: error }, 'outcomes of messages were not written: their leases will expire'),
    )
  }

  async #run(): Promise<void> {
    for (;;) {
      const isDone = () => this.#isDrained || this.#isClosing
      if (!isDone()) await this.#claim()
      await this.#write()
      if (isDone() && this.#sending.size === 0 && this.#endings.length === 0) return void (this.#round = undefined)
      if (this.#sending.size > 0) await Promise.race([Promise.all(this.#sending), sleep(TICK_MS)])
    }
  }

  async #claim(): Promise<void> {
    const { maxAtOnce, maxClaimed, fewestClaimed } = this.#rules
    const max = Math.min(maxAtOnce - this.#sending.size, maxClaimed - this.#queued)
    if (max < fewestClaimed) return
    const opened = await this.#channel.claim({ max, now: this.#needs.now() })
    this.#isDrained = opened.length < max
    this.#found(opened.length)
    const at = performance.now()
    this.#queued += opened.length
    for (const message of opened) {
      const done = this.#send(message, at).finally(() => this.#sending.delete(done))
      this.#sending.add(done)
    }
  }

  /** Ends the wakes once every expected message was claimed. */
  #found(messages: number): void {
    this.#expected = Math.max(0, this.#expected - messages)
    if (this.#expected > 0) return
    for (const wake of this.#wakes) clearTimeout(wake)
    this.#wakes.clear()
  }

  async #send(message: OpenedMessage, claimedAt: number): Promise<void> {
    await this.#nextTurn()
    this.#queued--
    const { id, tries } = message
    if (this.#isClosing || performance.now() - claimedAt > TOO_LATE_MS)
      return void this.#endings.push({ id, tries, state: 'waiting', reason: null, due_at: null, is_begun: false })
    const outcome = await this.#getOutcome(message)
    this.#endings.push(getEnding(outcome, { ...message, now: this.#needs.now(), rules: this.#rules }))
  }

  async #getOutcome({ id, tries, send }: OpenedMessage): Promise<DeliveryOutcome> {
    try {
      return await send()
    } catch (error) {
      const reason = getReason(error)
      if (this.#rules.promise === 'at most once') return { kind: 'failed', reason: `unknown: ${reason}` }
      const what = { kind: this.#channel.kind, message: id, tries, reason }
      this.#needs.log.warn(what, 'a message was not sent; it will be tried again')
      return { kind: 'later', reason }
    }
  }

  /** Writes the outcomes. What could not be written is retried with the next ones. */
  async #write(): Promise<void> {
    const endings = this.#endings.splice(0)
    if (endings.length === 0) return
    try {
      await writeEndings(this.#needs.db, this.#channel.kind, endings)
    } catch (error) {
      this.#endings.push(...endings)
      throw error
    }
  }
}

/** With a pace, each message first yields to requests that have arrived. */
function createPacer({ perSecond }: SendingRules): () => Promise<void> {
  if (perSecond === undefined) return () => Promise.resolve()
  const next = createPace(perSecond)
  return () => next().then(() => turn())
}

type SentMessage = Omit<OpenedMessage, 'send'> & { now: Date; rules: SendingRules }

/** The row update for an outcome. */
function getEnding(
  outcome: DeliveryOutcome,
  { id, tries, endsAt, now, rules: { promise } }: SentMessage,
): MessageEnding {
  const written = { id, tries, due_at: null, is_begun: true }
  if (outcome.kind === 'delivered') return { ...written, state: 'delivered', reason: null }
  const failed: MessageEnding = { ...written, state: 'failed', reason: outcome.reason }
  const { maxTries, firstWaitMs, maxWaitMs } = RETRY_TIMES[promise]
  const hasEnd = promise === 'at least once' && endsAt !== undefined
  if (outcome.kind === 'failed' || (tries >= maxTries && !hasEnd)) return failed
  const waitMs = Math.max(outcome.afterMs ?? 0, Math.min(firstWaitMs * 2 ** (tries - 1), maxWaitMs))
  const due_at = new Date(now.getTime() + waitMs)
  return endsAt === undefined || due_at < endsAt ? { ...failed, state: 'waiting', due_at } : failed
}

/**
 * The `reason` of a provider's error, which may be logged; else a code or the kind of error, never its message: a server's answer
 * may repeat the address that it refuses.
 */
function getReason(error: unknown): string {
  if (error instanceof Error && 'reason' in error && typeof error.reason === 'string') return error.reason
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code
}
