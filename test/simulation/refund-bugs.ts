import type { AttemptState } from '#domain/payments/attempt-states.ts'
import type { OperationEvent } from '#domain/payments/operation.ts'
import { transitionRefund, type RefundEffect, type RefundMachine } from '#domain/payments/refund-machine.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import type { RefundableLine } from '#domain/payments/refund.ts'
import type { RefundOutcome } from '#server/modules/payments/refunds/settle-refund.ts'
import type { Planted } from './bugs.ts'
import { MemoryRefundRequests } from './memory/memory-refund-requests.ts'
import { MemoryRepository } from './memory/memory-repository.ts'
import { MemoryRows, type AttemptRow, type RefundRow } from './memory/memory-rows.ts'
import { createWire, type Wire } from './terminal-wire.ts'
import type { Bug } from './world.ts'

const getRefunds =
  (Refunds: typeof MemoryRefundRequests): NonNullable<Bug['refunds']> =>
  rows =>
    new Refunds(rows)

const getRows =
  (Rows: typeof MemoryRows): NonNullable<Bug['rows']> =>
  now =>
    new Rows(now)

function sendingFirst(machine: RefundMachine, event: OperationEvent, now: number) {
  const step = transitionRefund(machine, event, now)
  const effects = step.effects.flatMap((effect): RefundEffect[] => {
    if (effect.kind === 'mark_sent') return [{ kind: 'start' }, effect]
    return effect.kind === 'start' ? [] : [effect]
  })
  return { ...step, effects }
}

/** Sends although marking it sent took longer than allowed. */
function sendingLate(machine: RefundMachine, event: OperationEvent, now: number) {
  const { phase } = machine
  const isMarking = phase.is === 'marking_sent'
  return transitionRefund(isMarking ? { ...machine, phase: { ...phase, sendBefore: Infinity } } : machine, event, now)
}

/** A server that takes a refund over sends it instead of asking for its status. */
function sendingAgain(machine: RefundMachine, event: OperationEvent, now: number) {
  const step = transitionRefund(machine, event, now)
  const isTakenOver = event.kind === 'begun' && machine.sentAt !== null
  if (!isTakenOver) return step
  return {
    machine: { ...machine, phase: { is: 'at_terminal', isLate: false, answerBy: Infinity } as const },
    effects: SENDING,
  }
}

const SENDING: RefundEffect[] = [{ kind: 'start' }, { kind: 'wait', ms: 60_000 }]

function askingTwice(wire: Wire): Wire {
  const refund: Wire['refund'] = (payment, request, dispatch) =>
    wire.refund(payment, request, answer =>
      answer.kind === 'unreachable'
        ? wire.refund(payment, { ...request, refundId: `${request.refundId}-again` }, dispatch)
        : dispatch(answer),
    )
  return { ...createWire(wire), refund }
}

class MarkingAnything extends MemoryRefundRequests {
  protected override mayMark(): boolean {
    return true
  }
}

class SettlingAnything extends MemoryRefundRequests {
  protected override mayClose(): boolean {
    return true
  }
}

class WordsSettlingAnything extends MemoryRefundRequests {
  protected override mayClose(row: RefundRow, outcome: RefundOutcome): boolean {
    return outcome.by !== undefined || super.mayClose(row, outcome)
  }
}

class DroppingLateApprovals extends MemoryRefundRequests {
  protected override mayClose(row: RefundRow, outcome: RefundOutcome): boolean {
    const isLate = row.state === 'UNRESOLVED' && outcome.to === 'DONE' && !outcome.by
    return !isLate && super.mayClose(row, outcome)
  }
}

class FreeingNothing extends MemoryRefundRequests {
  protected override releaseRefundedAmounts(): void {}
}

class BeginningBesideOpenOnes extends MemoryRefundRequests {
  protected override hasOpenRefund(): boolean {
    return false
  }
}

class RowsWithoutRefundConstraint extends MemoryRows {
  protected override guardRefund(): void {}
}

class RowsWithoutAccount extends RowsWithoutRefundConstraint {
  protected override guardAccount(): void {}
}

class ForgettingEarlierRefunds extends MemoryRefundRequests {
  protected override isPageCurrent(): boolean {
    return true
  }

  protected override refundable(orderId: number): RefundableLine[] {
    return super.refundable(orderId).map(line => ({ ...line, refundedCents: 0, refundedThousandths: 0 }))
  }
}

class RowsWithoutSums extends MemoryRows {
  protected override guardAccount(): void {}
  protected override guardLine(): void {}
}

class RowsWithoutRefundAtTerminal extends MemoryRows {
  override claimTerminal(): void {}
}

class PayingBesideRefunds extends MemoryRepository {
  protected override hasRefund(): boolean {
    return false
  }
}

class ReversingByRefusal extends MemoryRefundRequests {
  protected override reversedTo(attempt: AttemptRow, to: RefundState): AttemptState | undefined {
    return to === 'REFUSED' ? 'REVERSED' : super.reversedTo(attempt, to)
  }
}

class WaitingForTheQueueBehind extends MemoryRefundRequests {
  protected override isAhead(attempt: AttemptRow): boolean {
    return super.isAhead(attempt, false)
  }
}

/** The bugs in refunds that the checker must find. Each breaks one rule, and the constraints that would catch it. */
export const REFUND_BUGS: Planted[] = [
  { name: 'a refund sent before it is marked', bug: { advanceRefund: sendingFirst }, within: 100, shows: 'I2' },
  {
    name: 'a refund marked as sent whoever drives it, and however it ended',
    bug: { refunds: getRefunds(MarkingAnything) },
    first: 2800,
    within: 2000,
    shows: 'I11',
  },
  { name: '“not found” taken for “not refunded”', bug: { refundInFlightMs: 0 }, within: 300, shows: 'I2' },
  {
    name: 'a refund sent again by the server that takes it over',
    bug: { advanceRefund: sendingAgain },
    within: 3000,
    shows: 'I2',
  },
  { name: 'a refund asked again under another key', bug: { wire: askingTwice }, within: 100, shows: 'I2' },
  {
    // One seed in several thousand reveals it.
    name: 'a refund sent however long the commit took',
    bug: { advanceRefund: sendingLate },
    first: 14_900,
    within: 4000,
    shows: 'I2',
  },
  {
    name: 'a refund’s outcome written without compare-and-set',
    bug: { refunds: getRefunds(SettlingAnything) },
    within: 500,
    shows: 'I11',
  },
  {
    name: 'a refund’s outcome changed by an admin',
    bug: { refunds: getRefunds(WordsSettlingAnything) },
    within: 3000,
    shows: 'I11',
  },
  {
    name: 'a late “approved” of an unresolved refund dropped',
    bug: { refunds: getRefunds(DroppingLateApprovals) },
    within: 1000,
    shows: 'I6',
  },
  {
    name: 'a refund that failed keeps its part of the payment',
    bug: { refunds: getRefunds(FreeingNothing) },
    within: 100,
    shows: 'I4',
  },
  {
    name: 'a second refund of a payment begins beside an open one',
    bug: { refunds: getRefunds(BeginningBesideOpenOnes), rows: getRows(RowsWithoutRefundConstraint) },
    within: 300,
    shows: 'I9',
  },
  {
    name: 'a reversal begins beside an open one',
    bug: { refunds: getRefunds(BeginningBesideOpenOnes), rows: getRows(RowsWithoutAccount) },
    within: 300,
    shows: 'I1',
  },
  {
    name: 'earlier refunds of a payment not counted',
    bug: { refunds: getRefunds(ForgettingEarlierRefunds), rows: getRows(RowsWithoutSums) },
    within: 100,
    shows: 'I1',
  },
  {
    name: 'a refund’s name is not at its terminal',
    bug: { rows: getRows(RowsWithoutRefundAtTerminal) },
    within: 100,
    shows: 'I9',
  },
  {
    name: 'a payment does not wait for the refund at its terminal',
    bug: { repository: (rows, terminalIds) => new PayingBesideRefunds(rows, terminalIds) },
    within: 100,
    shows: 'I9',
  },
  {
    name: 'a reversal that the terminal refused counts as returned',
    bug: { refunds: getRefunds(ReversingByRefusal) },
    first: 300,
    within: 300,
    shows: 'I3',
  },
  {
    name: 'nobody takes up the refunds of a dead server',
    bug: { recoversNoRefunds: true },
    within: 100,
    shows: 'I6',
  },
  {
    // The original behaviour, until the simulation found it: the payments waited for the refund, and the refund for them.
    name: 'a refund that has the terminal waits for the queue behind it',
    bug: { refunds: getRefunds(WaitingForTheQueueBehind) },
    first: 1000,
    within: 2000,
    shows: 'I6',
  },
]
