import { setTimeout as sleep } from 'node:timers/promises'
import { ABORT_AFTER_MS, decideAttempt, type StringCode, type TerminalAnswer } from '#domain/payment-attempt.ts'
import type { Context } from '#server/context.ts'
import type { PaymentTerminal } from '#server/providers/payment-terminal/payment-terminal.ts'
import { lastStart, noteState, type Attempt } from './attempts.ts'
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
  if (drive.attempt.state === 'QUEUED' && !(await waitInLine(context, drive))) return
  const terminal = context.terminals.byProvider(drive.attempt.provider)
  const isFresh = mayStart(context, drive)
  let answer: TerminalAnswer = isFresh && terminal ? await askToPay(terminal, drive) : { kind: 'unreachable' }
  let asked = !isFresh
  while (!drive.letGo.aborted) {
    // What the terminal has not heard of, it had not when it was asked: the answer may be read much later.
    const now = context.now()
    if (asked) answer = terminal ? await terminal.status(drive.attempt.payment) : { kind: 'unreachable' }
    const waitMs = await apply(context, drive, { answer, terminal, now })
    if (waitMs === undefined) return
    asked = true
    await pauseUnlessWanted(drive, waitMs)
  }
}

/** Only who has just written the intent may send it, and only while nobody else can have taken it over. */
function mayStart(context: Context, { attempt, source, letGo }: Drive): boolean {
  const isInTime = attempt.startUntil !== null && context.now() < attempt.startUntil
  return source === 'live' && attempt.state === 'INTENT' && isInTime && !letGo.aborted
}

/** Waits for the terminal: true when it is ours, false when the attempt ended in the line or was let go. */
async function waitInLine(context: Context, drive: Drive): Promise<boolean> {
  const { attempt } = drive
  const end = async (stringCode: StringCode) => {
    const to = stringCode === 'USER_CANCELLED' ? 'CANCELLED' : 'NOT_PROCESSED'
    await settleAttempt(context, attempt, { to, stringCode, source: drive.source, onlyFrom: 'QUEUED' })
    return false
  }
  while (!drive.letGo.aborted) {
    if (drive.abortWanted.at) return end('USER_CANCELLED')
    if (context.now() >= attempt.deadlineAt) return end('TERMINAL_BUSY')
    const until = lastStart(context.now())
    if (await takeTerminal(context, attempt, drive.owner)) {
      attempt.state = 'INTENT'
      attempt.startUntil = until
      attempt.sentAt = context.now()
      // Whoever took it over found it in the line: nobody has sent it yet.
      drive.source = 'live'
      return true
    }
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
