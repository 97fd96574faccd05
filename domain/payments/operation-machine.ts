import type {
  OperationDecision,
  NextQuestion,
  OperationEffect,
  OperationEvent,
  OperationMachine,
  OperationRules,
  Phase,
  MachineStep,
  UnsentReason,
} from './operation.ts'
import { backOffMs, type TerminalAnswer } from './payment-attempt.ts'

/** How long a server's lease on an operation is valid. */
export const LEASE_MS = 8000
/** A lease with less time left than this is renewed; leases are checked every second. */
export const RENEW_BELOW_MS = 5000
/**
 * An operation is sent within this time after it was marked as sent, or never. Then the in-flight window begins for other
 * servers.
 */
export const SEND_WITHIN_MS = 2000
const RESTART_MS = 1000
/** How long a terminal may take to respond after it was cancelled at the time limit, before its status is queried instead. */
const LATE_TIMEOUT_MS = 20_000
const NEVER_SENT: TerminalAnswer = { kind: 'not_taken', reason: 'unreachable' }

export type NewOperation<State> = Pick<
  OperationMachine<State>,
  'state' | 'amountCents' | 'sentAt' | 'deadlineAt' | 'inFlightMs' | 'cancelAfterMs' | 'cancelRequestedAt'
>

export const newMachine = <State>(operation: NewOperation<State>): OperationMachine<State> => ({
  ...operation,
  isNew: true,
  phase: { is: 'beginning' },
})

export type Transition<State, Outcome> = (
  machine: OperationMachine<State>,
  event: OperationEvent,
  now: number,
) => MachineStep<State, Outcome>

/**
 * All decisions of a server about an operation of a terminal; pure, so that a simulation can run a million of them. An unexpected
 * event (a late response, a replaced timer) changes nothing.
 */
export function buildTransition<State, Outcome extends object>(
  rules: OperationRules<State, Outcome>,
): Transition<State, Outcome> {
  const transitions = new Transitions(rules)
  return (machine, event, now) => transitions.after(machine, event, now)
}

type AtTerminal = Extract<Phase<unknown>, { is: 'at_terminal' }>
type SendState = { sentAt: number | undefined; sendBefore: number; now: number }
type LeaseRenewal = Extract<OperationEvent, { kind: 'lease_renewed' }>

class Transitions<State, Outcome extends object> {
  readonly #rules: OperationRules<State, Outcome>

  constructor(rules: OperationRules<State, Outcome>) {
    this.#rules = rules
  }

  after(machine: OperationMachine<State>, event: OperationEvent, now: number): MachineStep<State, Outcome> {
    if (machine.phase.is === 'over') return stayInState(machine)
    switch (event.kind) {
      case 'release':
        return releaseOperation(machine)
      case 'failed':
        return goTo(machine, { is: 'recovering' }, { kind: 'wait', ms: RESTART_MS })
      case 'begun':
        return this.#resume(machine, now)
      case 'woken':
        return this.#woken(machine, now)
      default:
        return this.#handle(machine, event, now)
    }
  }

  /** Ends an unsent operation; does nothing if another server has sent it meanwhile. */
  #endUnsent(machine: OperationMachine<State>, reason: UnsentReason): MachineStep<State, Outcome> {
    return goTo(machine, { is: 'settling' }, { kind: 'settle', ...this.#rules.unsent(reason), onlyUnsent: true })
  }

  /** Continues from the operation's current state: at the beginning, and after a failure. */
  #resume(machine: OperationMachine<State>, now: number): MachineStep<State, Outcome> {
    if (this.#rules.isQueued(machine)) return this.#checkQueue(machine, now)
    return machine.state === this.#rules.claimed && machine.sentAt === null
      ? this.#send(machine, now)
      : queryStatus(machine, now)
  }

  #woken(machine: OperationMachine<State>, now: number): MachineStep<State, Outcome> {
    switch (machine.phase.is) {
      case 'queued':
        return this.#checkQueue(machine, now)
      case 'at_terminal':
        return this.#wokenAtTerminal(machine, machine.phase, now)
      case 'pausing':
        return queryStatus(machine, now)
      case 'recovering':
        return this.#resume(machine, now)
      default:
        return stayInState(machine)
    }
  }

  #checkQueue(machine: OperationMachine<State>, now: number): MachineStep<State, Outcome> {
    if (machine.cancelRequestedAt !== null) return this.#endUnsent(machine, 'USER_CANCELLED')
    if (now >= machine.deadlineAt) return this.#endUnsent(machine, 'TERMINAL_BUSY')
    return goTo(machine, { is: 'taking_terminal' }, { kind: 'take_terminal' })
  }

  #afterQueueCheck(
    machine: OperationMachine<State>,
    deadlineAt: number | undefined,
    now: number,
  ): MachineStep<State, Outcome> {
    if (deadlineAt === undefined) {
      // The cancellation was requested during the check.
      if (machine.cancelRequestedAt !== null) return this.#checkQueue(machine, now)
      const ms = Math.max(0, Math.min(this.#rules.queueCheckMs(machine), machine.deadlineAt - now))
      return goTo(machine, { is: 'queued' }, { kind: 'wait', ms })
    }
    return this.#send({ ...machine, state: this.#rules.claimed, deadlineAt }, now)
  }

  /**
   * Sends an unsent operation until its deadline. After it the operation ends at once: an unsent operation needs no
   * in-flight window.
   */
  #send(machine: OperationMachine<State>, now: number): MachineStep<State, Outcome> {
    if (machine.cancelRequestedAt !== null) return this.#endUnsent(machine, 'USER_CANCELLED')
    if (machine.inFlightMs === null || now >= machine.deadlineAt)
      return this.#endUnsent(machine, 'TERMINAL_UNREACHABLE')
    return goTo(machine, { is: 'marking_sent', sendBefore: now + SEND_WITHIN_MS }, { kind: 'mark_sent' })
  }

  #start(machine: OperationMachine<State>, { sentAt, sendBefore, now }: SendState): MachineStep<State, Outcome> {
    if (sentAt === undefined) return goTo(machine, { is: 'over' })
    const sent = { ...machine, state: this.#rules.sent, sentAt }
    // After `sendBefore` another server may get "not found" from the terminal and treat it as final, so nothing may be sent.
    // Only the server that marked it as sent would have sent it, so nothing is in transit and no in-flight window is needed.
    if (now >= sendBefore) return this.#interpret(sent, NEVER_SENT, now)
    const effects: OperationEffect<State, Outcome>[] = machine.cancelRequestedAt === null ? [] : [{ kind: 'cancel' }]
    const ms = this.#rules.answerWithinMs(machine)
    const phase = { is: 'at_terminal', isLate: false, answerBy: now + ms } as const
    return goTo(sent, phase, { kind: 'start' }, ...effects, { kind: 'wait', ms })
  }

  /** It is time to cancel again, or the terminal's time is over. */
  #wokenAtTerminal(machine: OperationMachine<State>, phase: AtTerminal, now: number): MachineStep<State, Outcome> {
    if (machine.cancelRequestedAt === null || now >= phase.answerBy)
      return this.#stopForTime(machine, phase.isLate, now)
    return goTo(machine, phase, { kind: 'cancel' }, { kind: 'wait', ms: phase.answerBy - now })
  }

  /** Out of time: cancels at the terminal if possible; without a response, stops listening and queries the status. */
  #stopForTime(machine: OperationMachine<State>, isLate: boolean, now: number): MachineStep<State, Outcome> {
    if (isLate || !this.#rules.isCancelledWhenLate) return { machine, effects: [{ kind: 'stop_listening' }] }
    const late = { ...machine, cancelRequestedAt: machine.cancelRequestedAt ?? now }
    const phase = { is: 'at_terminal', isLate: true, answerBy: now + LATE_TIMEOUT_MS } as const
    return goTo(late, phase, { kind: 'cancel' }, { kind: 'wait', ms: LATE_TIMEOUT_MS })
  }

  /** A cancellation was requested: it is sent to the terminal immediately. */
  #requestCancel(before: OperationMachine<State>, at: number, now: number): MachineStep<State, Outcome> {
    if (before.cancelRequestedAt !== null) return stayInState(before)
    const machine = { ...before, cancelRequestedAt: at }
    const { phase } = machine
    if (phase.is === 'queued') return this.#checkQueue(machine, now)
    if (phase.is === 'pausing') return queryStatus(machine, now)
    return phase.is === 'at_terminal' ? goTo(machine, phase, { kind: 'cancel' }) : stayInState(machine)
  }

  #renewed(
    machine: OperationMachine<State>,
    { isOurs, isSent, cancelRequestedAt }: LeaseRenewal,
    now: number,
  ): MachineStep<State, Outcome> {
    if (!isOurs && !machine.isNew) return releaseOperation(machine)
    // The response to `mark_sent` was lost. After its release, a server claims it and asks the terminal.
    if (isSent && machine.phase.is === 'queued') return releaseOperation(machine)
    const stored = { ...machine, isNew: false }
    return cancelRequestedAt === null ? stayInState(stored) : this.#requestCancel(stored, cancelRequestedAt, now)
  }

  /** Interprets a response: an outcome to write, or when to query again. `now`: when the response was true. */
  #interpret(machine: OperationMachine<State>, answer: TerminalAnswer, now: number): MachineStep<State, Outcome> {
    const { state, amountCents, sentAt, inFlightMs, cancelAfterMs, cancelRequestedAt } = machine
    const decision: OperationDecision<Outcome> = this.#rules.decide({
      state,
      amountCents,
      answer,
      now,
      cancelAfterMs,
      cancelRequestedAt,
      sentAt: sentAt ?? now,
      inFlightMs: inFlightMs === null ? Infinity : SEND_WITHIN_MS + inFlightMs,
    })
    if (decision.next === undefined)
      return goTo(machine, { is: 'settling' }, { kind: 'settle', ...decision.outcome, answer })
    const learned = this.#rules.learned(state, answer)
    if (learned === undefined) return queryLater(machine, decision.next)
    return goTo(
      machine,
      { is: 'recording', state: learned, next: decision.next },
      { kind: 'record_state', state: learned },
    )
  }

  #handle(machine: OperationMachine<State>, event: OperationEvent, now: number): MachineStep<State, Outcome> {
    const { phase } = machine
    switch (event.kind) {
      case 'cancel_requested':
        return this.#requestCancel(machine, event.at, now)
      case 'lease_renewed':
        return this.#renewed(machine, event, now)
      case 'queue_moved':
        return phase.is === 'queued' ? this.#checkQueue(machine, now) : stayInState(machine)
      case 'queue_checked':
        return phase.is === 'taking_terminal'
          ? this.#afterQueueCheck(machine, event.deadlineAt, now)
          : stayInState(machine)
      case 'marked_sent':
        return phase.is === 'marking_sent'
          ? this.#start(machine, { sentAt: event.sentAt, ...phase, now })
          : stayInState(machine)
      case 'start_answered':
        return phase.is === 'at_terminal' ? this.#interpret(machine, event.answer, now) : stayInState(machine)
      case 'status_answered':
        // "Not found" holds for the time of the query; the response may be read much later.
        return phase.is === 'asking' ? this.#interpret(machine, event.answer, phase.queriedAt) : stayInState(machine)
      case 'recorded':
        return phase.is === 'recording'
          ? queryLater({ ...machine, state: phase.state }, phase.next)
          : stayInState(machine)
      case 'cancel_sent':
        if (phase.is === 'at_terminal') return cancelLater(machine, phase, now)
        return phase.is === 'cancelling' ? pauseOperation(machine, phase.queryAgainAfterMs) : stayInState(machine)
      case 'settled':
        return phase.is === 'settling' ? goTo(machine, { is: 'over' }) : stayInState(machine)
      default:
        return stayInState(machine)
    }
  }
}

const goTo = <State, Outcome>(
  machine: OperationMachine<State>,
  phase: Phase<State>,
  ...effects: OperationEffect<State, Outcome>[]
): MachineStep<State, Outcome> => ({ machine: { ...machine, phase }, effects })

const stayInState = <State>(machine: OperationMachine<State>): MachineStep<State, never> => ({ machine, effects: [] })

const releaseOperation = <State>(machine: OperationMachine<State>): MachineStep<State, never> =>
  goTo(machine, { is: 'over' }, { kind: 'stop_listening' })

const queryStatus = <State>(machine: OperationMachine<State>, now: number): MachineStep<State, never> =>
  goTo(machine, { is: 'asking', queriedAt: now }, { kind: 'ask_status' })

const pauseOperation = <State>(machine: OperationMachine<State>, ms: number): MachineStep<State, never> =>
  goTo(machine, { is: 'pausing' }, { kind: 'wait', ms })

/**
 * Cancels again after a while, until the terminal responds to the payment: the request may have been lost, or have arrived before the
 * payment.
 */
function cancelLater<State>(
  machine: OperationMachine<State>,
  phase: AtTerminal,
  now: number,
): MachineStep<State, never> {
  if (machine.cancelRequestedAt === null) return stayInState(machine)
  const ms = Math.max(0, Math.min(backOffMs(now - machine.cancelRequestedAt), phase.answerBy - now))
  return goTo(machine, phase, { kind: 'wait', ms })
}

const queryLater = <State>(
  machine: OperationMachine<State>,
  { queryAgainAfterMs, cancel }: NextQuestion,
): MachineStep<State, never> =>
  cancel
    ? goTo(machine, { is: 'cancelling', queryAgainAfterMs }, { kind: 'cancel' })
    : pauseOperation(machine, queryAgainAfterMs)
