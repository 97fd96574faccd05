import type { StringCode } from './attempt-states.ts'
import { CANCEL_AFTER_MS, decideAttempt, type TerminalAnswer } from './payment-attempt.ts'
import type { PaymentMachine, PaymentEvent, Effect, NextQuestion, Phase, Step } from './payment-machine-types.ts'

/** How long a server's lease on an attempt is valid. */
export const LEASE_MS = 8000
/** A lease with less time left than this is renewed; leases are checked every second. */
export const RENEW_BELOW_MS = 5000
/** A payment is sent within this time after it was marked as sent, or never. Then the in-flight window begins for other servers. */
export const SEND_WITHIN_MS = 2000
/** Waiting attempts are notified when the line moves; this covers lost notifications. */
const QUEUE_CHECK_MS = 5000
const RESTART_MS = 1000
/** How long a terminal may take to respond after the abort at the time limit, before its status is queried instead. */
const LATE_PATIENCE_MS = 20_000
const NEVER_LEFT: TerminalAnswer = { kind: 'not_taken', why: 'unreachable' }

export const newPaymentMachine = (
  attempt: Pick<PaymentMachine, 'state' | 'amountCents' | 'sentAt' | 'deadlineAt' | 'inFlightMs' | 'cancelRequestedAt'>,
): PaymentMachine => ({ ...attempt, isNew: true, phase: { is: 'beginning' } })

/**
 * All decisions of a server about an attempt; pure, so that a simulation can run a million attempts. An unexpected event (a
 * late response, a replaced timer) changes nothing.
 */
export function transition(machine: PaymentMachine, event: PaymentEvent, now: number): Step {
  if (machine.phase.is === 'over') return stay(machine)
  switch (event.kind) {
    case 'release':
      return release(machine)
    case 'failed':
      return go(machine, { is: 'recovering' }, { kind: 'wait', ms: RESTART_MS })
    case 'begun':
      return resume(machine, now)
    case 'woken':
      return woken(machine, now)
    default:
      return handle(machine, event, now)
  }
}

function handle(machine: PaymentMachine, event: PaymentEvent, now: number): Step {
  const { phase } = machine
  switch (event.kind) {
    case 'cancel_requested':
      return requestCancel(machine, event.at, now)
    case 'lease_renewed':
      return renewed(machine, event, now)
    case 'queue_moved':
      return phase.is === 'queued' ? checkQueue(machine, now) : stay(machine)
    case 'queue_checked':
      return phase.is === 'taking_terminal' ? afterQueueCheck(machine, event.deadlineAt, now) : stay(machine)
    case 'marked_sent':
      return phase.is === 'marking_sent' ? start(machine, { sentAt: event.sentAt, ...phase, now }) : stay(machine)
    case 'start_answered':
      return phase.is === 'at_terminal' ? interpret(machine, event.answer, now) : stay(machine)
    case 'status_answered':
      // "Not found" holds for the time of the query; the response may be read much later.
      return phase.is === 'asking' ? interpret(machine, event.answer, phase.askedAt) : stay(machine)
    case 'recorded':
      return phase.is === 'recording' ? askLater({ ...machine, state: phase.state }, phase.next) : stay(machine)
    case 'cancel_sent':
      return phase.is === 'cancelling' ? pause(machine, phase.askAgainAfterMs) : stay(machine)
    case 'settled':
      return phase.is === 'settling' ? go(machine, { is: 'over' }) : stay(machine)
    default:
      return stay(machine)
  }
}

/** Continues from the attempt's current state: at the beginning, and after a failure. */
function resume(machine: PaymentMachine, now: number): Step {
  if (machine.state === 'QUEUED') return checkQueue(machine, now)
  return machine.state === 'INTENT' && machine.sentAt === null ? send(machine, now) : ask(machine, now)
}

function woken(machine: PaymentMachine, now: number): Step {
  switch (machine.phase.is) {
    case 'queued':
      return checkQueue(machine, now)
    case 'at_terminal':
      return stopForTime(machine, machine.phase.isLate, now)
    case 'pausing':
      return ask(machine, now)
    case 'recovering':
      return resume(machine, now)
    default:
      return stay(machine)
  }
}

function checkQueue(machine: PaymentMachine, now: number): Step {
  if (machine.cancelRequestedAt !== null) return endUnsent(machine, 'USER_CANCELLED')
  if (now >= machine.deadlineAt) return endUnsent(machine, 'TERMINAL_BUSY')
  return go(machine, { is: 'taking_terminal' }, { kind: 'take_terminal' })
}

function afterQueueCheck(machine: PaymentMachine, deadlineAt: number | undefined, now: number): Step {
  if (deadlineAt === undefined) {
    // The abort was requested during the look-up.
    if (machine.cancelRequestedAt !== null) return checkQueue(machine, now)
    // Spread over a second, so that not all attempts look at the same moment after a database outage.
    const ms = Math.max(0, Math.min(QUEUE_CHECK_MS - (machine.deadlineAt % 1000), machine.deadlineAt - now))
    return go(machine, { is: 'queued' }, { kind: 'wait', ms })
  }
  return send({ ...machine, state: 'INTENT', deadlineAt }, now)
}

/**
 * Sends an unsent payment while the shopper is still waiting for it. Otherwise the attempt ends at once: an unsent payment
 * needs no in-flight window.
 */
function send(machine: PaymentMachine, now: number): Step {
  if (machine.cancelRequestedAt !== null) return endUnsent(machine, 'USER_CANCELLED')
  if (machine.inFlightMs === null || now >= machine.deadlineAt) return endUnsent(machine, 'TERMINAL_UNREACHABLE')
  return go(machine, { is: 'marking_sent', sendBefore: now + SEND_WITHIN_MS }, { kind: 'mark_sent' })
}

type Marked = { sentAt: number | undefined; sendBefore: number; now: number }

function start(machine: PaymentMachine, { sentAt, sendBefore, now }: Marked): Step {
  if (sentAt === undefined) return go(machine, { is: 'over' })
  const sent = { ...machine, sentAt }
  // After `sendBefore` another server may get "not found" from the terminal and treat it as final, so nothing may be sent.
  // Only the server that marked it as sent would have sent it, so nothing is in transit and no in-flight window is needed.
  if (now >= sendBefore) return interpret(sent, NEVER_LEFT, now)
  const wanted: Effect[] = machine.cancelRequestedAt === null ? [] : [{ kind: 'cancel' }]
  const wait: Effect = { kind: 'wait', ms: CANCEL_AFTER_MS }
  return go(sent, { is: 'at_terminal', isLate: false }, { kind: 'start' }, ...wanted, wait)
}

/** Aborts at the terminal; if it does not respond to that either, its status is queried. */
function stopForTime(machine: PaymentMachine, isLate: boolean, now: number): Step {
  if (isLate) return { machine, effects: [{ kind: 'stop_listening' }] }
  const late = { ...machine, cancelRequestedAt: machine.cancelRequestedAt ?? now }
  return go(late, { is: 'at_terminal', isLate: true }, { kind: 'cancel' }, { kind: 'wait', ms: LATE_PATIENCE_MS })
}

/** An abort was requested: it is sent to the terminal immediately. */
function requestCancel(before: PaymentMachine, at: number, now: number): Step {
  if (before.cancelRequestedAt !== null) return stay(before)
  const machine = { ...before, cancelRequestedAt: at }
  const { phase } = machine
  if (phase.is === 'queued') return checkQueue(machine, now)
  if (phase.is === 'pausing') return ask(machine, now)
  return phase.is === 'at_terminal' ? go(machine, phase, { kind: 'cancel' }) : stay(machine)
}

type Renewal = Extract<PaymentEvent, { kind: 'lease_renewed' }>

function renewed(machine: PaymentMachine, { isOurs, cancelRequestedAt }: Renewal, now: number): Step {
  if (!isOurs && !machine.isNew) return release(machine)
  const known = { ...machine, isNew: false }
  return cancelRequestedAt === null ? stay(known) : requestCancel(known, cancelRequestedAt, now)
}

/** Interprets a response: an outcome to write, or when to query again. `now`: when the response was true. */
function interpret(machine: PaymentMachine, answer: TerminalAnswer, now: number): Step {
  const { state, amountCents, sentAt, inFlightMs, cancelRequestedAt } = machine
  const decision = decideAttempt({
    state,
    amountCents,
    answer,
    now,
    cancelRequestedAt: cancelRequestedAt,
    sentAt: sentAt ?? now,
    inFlightMs: inFlightMs === null ? Infinity : SEND_WITHIN_MS + inFlightMs,
  })
  if (decision.to) {
    const { to, stringCode = 'UNKNOWN' } = decision
    return go(machine, { is: 'settling' }, { kind: 'settle', to, stringCode, answer })
  }
  const learned = answer.kind === 'in_progress' ? 'SENT' : 'UNKNOWN'
  if (state === learned || state === 'UNRESOLVED') return askLater(machine, decision)
  return go(machine, { is: 'recording', state: learned, next: decision }, { kind: 'record_state', state: learned })
}

function askLater(machine: PaymentMachine, { askAgainAfterMs, cancel }: NextQuestion): Step {
  return cancel
    ? go(machine, { is: 'cancelling', askAgainAfterMs }, { kind: 'cancel' })
    : pause(machine, askAgainAfterMs)
}

const ask = (machine: PaymentMachine, now: number) =>
  go(machine, { is: 'asking', askedAt: now }, { kind: 'ask_status' })

const pause = (machine: PaymentMachine, ms: number) => go(machine, { is: 'pausing' }, { kind: 'wait', ms })

/** Ends an unsent attempt; does nothing if another server has sent it meanwhile. */
function endUnsent(machine: PaymentMachine, stringCode: StringCode): Step {
  const to = stringCode === 'USER_CANCELLED' ? 'CANCELLED' : 'NOT_PROCESSED'
  return go(machine, { is: 'settling' }, { kind: 'settle', to, stringCode, onlyUnsent: true })
}

const release = (machine: PaymentMachine) => go(machine, { is: 'over' }, { kind: 'stop_listening' })

const go = (machine: PaymentMachine, phase: Phase, ...effects: Effect[]): Step => ({
  machine: { ...machine, phase },
  effects,
})

const stay = (machine: PaymentMachine): Step => ({ machine, effects: [] })
