import { setTimeout as sleep } from 'node:timers/promises'
import type { StringCode } from '#domain/attempt-states.ts'
import { ABORT_AFTER_MS, decideAttempt, type TerminalAnswer } from '#domain/payment-attempt.ts'
import type { Context } from '#server/context.ts'
import type { PaymentTerminal } from '#server/providers/payment-terminal/payment-terminal.ts'
import { LEASE_SECONDS, markSent, noteState, type Attempt } from './attempts.ts'
import { takeTerminal } from './begin-payment.ts'
import { settleAttempt } from './settle-attempt.ts'

/** One server's hold on an attempt: its driver stops when the lease is lost or the server goes down. */
export type Drive = {
  attempt: Attempt
  owner: string
  source: 'live' | 'recovery'
  /** Aborts when this server must let go of the attempt. */
  letGo: AbortSignal
  /** When the shopper asked to stop. */
  abortWanted: { at: Date | null }
  /** Taken since the leases were last renewed. */
  isNew: boolean
}

const LINE_LOOK_MS = 250
const ABORT_LOOK_MS = 100
/** After the abort for time a terminal gets so long to answer before it is asked instead. */
const START_PATIENCE_MS = ABORT_AFTER_MS + 20_000

/** Leads an attempt to its outcome, from wherever it stands. Throws only when the database is away. */
export async function driveAttempt(context: Context, drive: Drive): Promise<void> {
  const { attempt } = drive
  if (attempt.state === 'QUEUED' && !(await waitInLine(context, drive))) return
  const terminal = context.terminals.byProvider(attempt.provider)
  const isUnsent = attempt.state === 'INTENT' && attempt.sentAt === null
  const sent = isUnsent ? await send(context, drive, terminal) : UNHEARD
  if (sent) await follow(context, drive, { terminal, answer: sent, asked: isUnsent })
}

const UNHEARD: TerminalAnswer = { kind: 'unreachable' }

type Following = { terminal: PaymentTerminal | undefined; answer: TerminalAnswer; asked: boolean }

/** Asks again and again what became of an attempt that the terminal may know; `asked`: its own answer is at hand. */
async function follow(context: Context, drive: Drive, following: Following): Promise<void> {
  const { terminal } = following
  let { answer, asked } = following
  while (!drive.letGo.aborted) {
    // What the terminal has not heard of, it had not when it was asked: the answer may be read much later.
    const now = context.now()
    if (!asked) answer = terminal ? await terminal.status(drive.attempt.payment) : UNHEARD
    const waitMs = await apply(context, drive, { answer, terminal, now })
    if (waitMs === undefined) return
    asked = false
    await pauseUnlessWanted(drive, waitMs)
  }
}

/**
 * Sends what no server has sent yet, while the shopper still waits for it, and gives the terminal's own answer. Otherwise
 * it ends at once: what was never sent needs no quiescence. Undefined when it ended, or is another server's by now.
 */
async function send(context: Context, drive: Drive, terminal: PaymentTerminal | undefined) {
  const { attempt, letGo } = drive
  if (letGo.aborted) return undefined
  if (drive.abortWanted.at) return endUnsent(context, drive, 'USER_CANCELLED')
  if (!terminal || context.now() >= attempt.deadlineAt) return endUnsent(context, drive, 'TERMINAL_UNREACHABLE')
  const until = context.now().getTime() + LEASE_SECONDS * 1000
  const isOurs = await markSent(context.db, attempt, drive.owner)
  if (!isOurs || letGo.aborted) return undefined
  // After a long pause another server may have found that the terminal knows nothing: then it must stay so.
  return context.now().getTime() < until ? askToPay(terminal, drive) : UNHEARD
}

/** Ends what no terminal has heard of; when another server has sent it meanwhile, nothing happens. */
async function endUnsent(context: Context, { attempt, source }: Drive, stringCode: StringCode): Promise<undefined> {
  const to = stringCode === 'USER_CANCELLED' ? 'CANCELLED' : 'NOT_PROCESSED'
  await settleAttempt(context, attempt, { to, stringCode, source, onlyUnsent: true })
}

/** Waits for the terminal: true when it is ours, false when the attempt ended in the line or was let go. */
async function waitInLine(context: Context, drive: Drive): Promise<boolean> {
  const { attempt } = drive
  const end = (stringCode: StringCode) => endUnsent(context, drive, stringCode).then(() => false)
  while (!drive.letGo.aborted) {
    if (drive.abortWanted.at) return end('USER_CANCELLED')
    if (context.now() >= attempt.deadlineAt) return end('TERMINAL_BUSY')
    if (await takeTerminal(context, attempt, drive.owner)) return true
    await pause(LINE_LOOK_MS, drive.letGo)
  }
  return false
}

/** The terminal's own answer; meanwhile the shopper, or the time, may ask it to stop. */
async function askToPay(terminal: PaymentTerminal, drive: Drive): Promise<TerminalAnswer> {
  const { payment } = drive.attempt
  const patience = AbortSignal.timeout(START_PATIENCE_MS)
  const answered = new AbortController()
  const asked = terminal.start(payment, AbortSignal.any([drive.letGo, patience])).finally(() => answered.abort())
  await Promise.race([asked, untilAbortIsDue(drive, answered.signal)])
  if (!answered.signal.aborted && !drive.letGo.aborted) {
    drive.abortWanted.at ??= new Date()
    await terminal.cancel(payment)
  }
  return asked
}

async function untilAbortIsDue(drive: Drive, answered: AbortSignal): Promise<void> {
  const due = Date.now() + ABORT_AFTER_MS
  while (!answered.aborted && !drive.letGo.aborted && !drive.abortWanted.at && Date.now() < due) {
    await pause(ABORT_LOOK_MS, answered)
  }
}

/** `now`: when the terminal was asked. */
type Heard = { answer: TerminalAnswer; terminal: PaymentTerminal | undefined; now: Date }

/** What the answer means: an outcome, which is written, or when to ask again (ms). */
async function apply(context: Context, drive: Drive, { answer, terminal, now }: Heard): Promise<number | undefined> {
  const { attempt } = drive
  if (drive.letGo.aborted) return undefined
  const decision = decideAttempt({
    state: attempt.state,
    amountCents: attempt.payment.amountCents,
    sentAt: attempt.sentAt ?? now,
    now,
    quiescenceMs: terminal?.quiescenceMs ?? Infinity,
    abortRequestedAt: drive.abortWanted.at,
    answer,
  })
  if (decision.to) {
    const stringCode = decision.stringCode ?? 'UNKNOWN'
    await settleAttempt(context, attempt, { to: decision.to, stringCode, answer, source: drive.source })
    return undefined
  }
  const state = answer.kind === 'in_progress' ? 'SENT' : 'UNKNOWN'
  if (attempt.state !== state && attempt.state !== 'UNRESOLVED') await noteState(context.db, attempt.id, state)
  if (attempt.state !== 'UNRESOLVED') attempt.state = state
  if (decision.abort && terminal) await terminal.cancel(attempt.payment)
  return decision.askAgainAfterMs
}

/** Ends early when the shopper asks to stop meanwhile: then the terminal should hear of it now. */
async function pauseUnlessWanted(drive: Drive, waitMs: number): Promise<void> {
  if (drive.abortWanted.at) return pause(waitMs, drive.letGo)
  const until = Date.now() + waitMs
  while (Date.now() < until && !drive.letGo.aborted && !drive.abortWanted.at) {
    await pause(Math.min(ABORT_LOOK_MS, Math.max(0, until - Date.now())), drive.letGo)
  }
}

/** Sleeps, or ends at once when the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
