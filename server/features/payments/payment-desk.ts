import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isIn, OPEN_STATES, stringCodeOf, type StringCode } from '#domain/attempt-states.ts'
import type { Context } from '#server/context.ts'
import { findAttempt, type Attempt } from './attempts.ts'
import { driveAttempt, type Drive } from './drive-attempt.ts'
import { claimLapsedAttempts, handBack, renewLeases } from './leases.ts'

const RENEW_MS = 1000
const RECOVER_MS = 1000
const JOIN_LOOK_MS = 300
const RESTART_MS = 1000
const CLOSE_PATIENCE_MS = 3000

export type PaymentOutcome = { string_code: StringCode; order_id: number }

/**
 * The part of a server that leads payment attempts to their outcomes, whoever listens: shoppers may hang up, and other
 * servers take over what this one leaves. Each attempt is driven by the one server whose lease it carries.
 */
export class PaymentDesk {
  readonly owner = randomUUID()
  readonly #context: Context
  readonly #closing = new AbortController()
  readonly #held = new Map<number, { drive: Drive; letGo: AbortController; done: Promise<void> }>()
  readonly #timers: NodeJS.Timeout[]

  constructor(context: Context) {
    this.#context = context
    this.#timers = [every(RENEW_MS, () => this.#renew(), context), every(RECOVER_MS, () => this.recover(), context)]
  }

  /** Drives an attempt whose lease is ours, until it has an outcome. One that came too late is another server's to take. */
  async take(attempt: Attempt, source: Drive['source']): Promise<void> {
    if (this.#closing.signal.aborted) return this.#handBack()
    if (this.#held.has(attempt.id)) return
    const letGo = new AbortController()
    const abortWanted = { at: attempt.abortRequestedAt }
    const drive: Drive = { attempt, owner: this.owner, source, letGo: letGo.signal, abortWanted, isNew: true }
    const done = driveToTheEnd(this.#context, drive).finally(() => this.#held.delete(attempt.id))
    this.#held.set(attempt.id, { drive, letGo, done })
  }

  /** Waits for an attempt's outcome, whichever server drives it; IN_PROGRESS when this server goes down first. */
  async outcomeOf(attempt: { id: number; orderId: number }): Promise<PaymentOutcome> {
    while (!this.#closing.signal.aborted) {
      const held = this.#held.get(attempt.id)
      await unlessAborted(held?.done ?? sleep(JOIN_LOOK_MS), this.#closing.signal)
      const driven = held?.drive.attempt
      const isSettledHere = driven !== undefined && !isIn(OPEN_STATES, driven.state)
      const { state, stringCode } = isSettledHere ? driven : await findAttempt(this.#context.db, attempt.id)
      if (!isIn(OPEN_STATES, state)) return { string_code: stringCodeOf(state, stringCode), order_id: attempt.orderId }
    }
    return { string_code: 'IN_PROGRESS', order_id: attempt.orderId }
  }

  /** Notices at once that a shopper asked to stop; another server's attempt hears of it at its next renewal. */
  noticeAbort(attemptId: number): void {
    const held = this.#held.get(attemptId)
    if (held) held.drive.abortWanted.at ??= new Date()
  }

  /** Takes up the attempts that nobody drives: at start, and again and again. */
  async recover(): Promise<void> {
    for (const attempt of await claimLapsedAttempts(this.#context.db, this.owner)) await this.take(attempt, 'recovery')
  }

  /** Answers who waits, hands the attempts back and drives no more. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const timer of this.#timers) clearInterval(timer)
    for (const { letGo } of this.#held.values()) letGo.abort()
    const drives = [...this.#held.values()].map(held => held.done)
    await Promise.race([Promise.allSettled(drives), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    await this.#handBack()
  }

  async #handBack(): Promise<void> {
    await handBack(this.#context.db, this.owner).catch((error: unknown) =>
      this.#context.log.warn({ err: error }, 'payment attempts were not handed back: their leases will lapse'),
    )
  }

  /** Keeps the leases, hears of shoppers who want to stop, and lets go of what is another server's by now. */
  async #renew(): Promise<void> {
    if (this.#held.size === 0) return
    const ours = await renewLeases(this.#context.db, this.owner, [...this.#held.keys()])
    for (const [id, { drive, letGo }] of this.#held) {
      const row = ours.get(id)
      if (row?.abort_requested_at) drive.abortWanted.at ??= row.abort_requested_at
      if (!row && !drive.isNew) letGo.abort()
      drive.isNew = false
    }
  }
}

async function driveToTheEnd(context: Context, drive: Drive): Promise<void> {
  while (!drive.letGo.aborted) {
    try {
      return await driveAttempt(context, drive)
    } catch (error) {
      context.log.error({ err: error, attempt: drive.attempt.id }, 'driving a payment attempt failed, going on')
      await sleep(RESTART_MS)
    }
  }
}

/** Waits for the work, or for the signal; leaves nothing on the signal, which lives as long as the server. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const heard = new AbortController()
  const abort = new Promise<void>(resolve =>
    signal.addEventListener('abort', () => resolve(), { once: true, signal: heard.signal }),
  )
  await Promise.race([work, abort]).finally(() => heard.abort())
}

function every(ms: number, work: () => Promise<void>, context: Context): NodeJS.Timeout {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    work()
      .catch((error: unknown) => context.log.warn({ err: error }, 'a round of the payment desk failed'))
      .finally(() => (busy = false))
  }, ms)
  return timer.unref()
}
