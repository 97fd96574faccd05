import type { OperationEvent } from '#domain/payments/operation.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { PaymentMachine, PaymentEffect } from '#domain/payments/payment-machine.ts'
import { transitionPayment } from '#domain/payments/payment-machine.ts'
import type { Outcome } from '#server/modules/payments/order-payments/settle-attempt.ts'
import type { Invariant } from '#test/faults/checker/check.ts'
import { LOT_BUGS } from './lot-bugs.ts'
import { MemoryRepository } from './memory/memory-repository.ts'
import { MemoryRows, type AttemptRow, type OrderRow } from './memory/memory-rows.ts'
import { PhoneApp } from './phone-app.ts'
import { REFUND_BUGS } from './refund-bugs.ts'
import { simulate } from './simulate.ts'
import { IN_FLIGHT_MS, createWire, type Wire } from './terminal-wire.ts'
import { WebPages } from './web-pages.ts'
import type { Bug } from './world.ts'

/** A bug, the maximum number of seeds to find it, and a finding that it must produce. */
export type Planted = {
  name: string
  bug: Bug
  /** The first seed that is played: near a known one for a bug that few seeds reveal. */
  first?: number
  /** This many seeds from it on are enough. */
  within: number
  shows: Invariant
}

function getRepository(Repository: typeof MemoryRepository): NonNullable<Bug['repository']> {
  return (rows, terminalIds) => new Repository(rows, terminalIds)
}

class SettlingAnything extends MemoryRepository {
  protected override mayClose(): boolean {
    return true
  }
}

class CancellingAnything extends MemoryRepository {
  protected override mayCancel({ status, cancelledAt }: OrderRow): boolean {
    return (status === 'checkout' || status === 'payment_pending') && cancelledAt === null
  }
}

class SellingAgain extends MemoryRepository {
  protected override refuseToClose({ orderId }: AttemptRow, { to }: Outcome): undefined {
    const order = this.rows.orders.get(orderId)
    if (order && to === 'APPROVED') this.reduceStock(order)
  }
}

class TakingOnce extends MemoryRepository {
  protected override mayTake(attempt: AttemptRow, owner: string): boolean {
    return attempt.state === 'QUEUED' && super.mayTake(attempt, owner)
  }
}

class RowsWithoutStockConstraint extends MemoryRows {
  protected override guardMove(): void {}
}

class RowsWithoutTerminalConstraint extends MemoryRows {
  protected override guardTerminal(): void {}
}

/** Reports reserved money as paid, so nothing captures it. */
class PaidWhenReserved extends PhoneApp {
  override isReserved(): boolean {
    return false
  }

  override status(key: string): TerminalAnswer {
    const line = this.ledger.findLast(({ serviceId }) => serviceId === key)
    if (line?.event !== 'reserved') return super.status(key)
    return { kind: 'approved', transactionId: key, amountCents: line.amountCents }
  }
}

class KeepingLatePayments extends WebPages {
  protected override returnMoney(): void {}
}

function askingTwice(wire: Wire): Wire {
  const start: Wire['start'] = (payment, dispatch) =>
    wire.start(payment, answer =>
      answer.kind === 'unreachable'
        ? wire.start({ ...payment, serviceId: `${payment.serviceId}-again` }, dispatch)
        : dispatch(answer),
    )
  return { ...createWire(wire), start }
}

function sendingFirst(machine: PaymentMachine, event: OperationEvent, now: number) {
  const step = transitionPayment(machine, event, now)
  const effects = step.effects.flatMap((effect): PaymentEffect[] => {
    if (effect.kind === 'mark_sent') return [{ kind: 'start' }, effect]
    return effect.kind === 'start' ? [] : [effect]
  })
  return { ...step, effects }
}

/** Marking as sent may take `ms` longer than allowed. */
const sendingWithin = (ms: number) => (machine: PaymentMachine, event: OperationEvent, now: number) => {
  const { phase } = machine
  if (phase.is !== 'marking_sent') return transitionPayment(machine, event, now)
  return transitionPayment({ ...machine, phase: { ...phase, sendBefore: phase.sendBefore + ms } }, event, now)
}

function believingLate(machine: PaymentMachine, event: OperationEvent, now: number) {
  const { phase } = machine
  return transitionPayment(
    phase.is === 'asking' ? { ...machine, phase: { ...phase, queriedAt: now } } : machine,
    event,
    now,
  )
}

/** The bugs in payments that the checker must find. Each changes one part of the shop. */
const PAYMENT_BUGS: Planted[] = [
  { name: '“not found” taken for “not charged”', bug: { inFlightMs: 0 }, within: 50, shows: 'I2' },
  { name: 'asked again under another key', bug: { wire: askingTwice }, within: 50, shows: 'I2' },
  {
    name: 'outcome written without compare-and-set',
    bug: { repository: getRepository(SettlingAnything) },
    within: 300,
    shows: 'I11',
  },
  { name: 'nobody takes up what a dead server left', bug: { recoversNothing: true }, within: 50, shows: 'I6' },
  { name: 'sent before the commit', bug: { advance: sendingFirst }, within: 50, shows: 'I2' },
  {
    // Its money is returned, but the order makes a move that the transition tables don't have.
    name: 'cancel allowed while a payment is open',
    bug: { repository: getRepository(CancellingAnything) },
    within: 50,
    shows: 'I11',
  },
  {
    name: 'stock taken again when an answer comes twice',
    bug: { repository: getRepository(SellingAgain), rows: now => new RowsWithoutStockConstraint(now) },
    within: 300,
    shows: 'I5',
  },
  {
    name: 'no fence per terminal',
    bug: { rows: now => new RowsWithoutTerminalConstraint(now) },
    within: 300,
    shows: 'I9',
  },
  {
    // The original behaviour, until the simulation found it: sent up to a lease after the commit, and counted from the commit.
    name: 'in-flight window counted from when it was written, not from when it left',
    bug: { inFlightMs: IN_FLIGHT_MS - 2000, advance: sendingWithin(6000) },
    first: 3500,
    within: 3000,
    shows: 'I2',
  },
  {
    // One seed in several thousand reveals it.
    name: 'sent however long the commit took',
    bug: { advance: sendingWithin(Infinity) },
    first: 6500,
    within: 3000,
    shows: 'I2',
  },
  {
    name: '“not found” taken for true when it was read',
    bug: { advance: believingLate },
    first: 1900,
    within: 3000,
    shows: 'I2',
  },
  {
    name: 'a terminal taken without hearing so is not taken',
    bug: { repository: getRepository(TakingOnce) },
    within: 500,
    shows: 'I6',
  },
]

/** The bugs of payments in an app. */
const APP_BUGS: Planted[] = [
  { name: 'money that an app only reserved taken for paid', bug: { app: PaidWhenReserved }, within: 50, shows: 'I3' },
  {
    name: 'a cancellation in an app believed before it had an effect',
    bug: { believesCancellations: true },
    within: 1000,
    shows: 'I6',
  },
  {
    name: 'money that was paid too late on a page kept',
    bug: { pages: KeepingLatePayments },
    within: 500,
    shows: 'I2',
  },
]

export const BUGS: readonly Planted[] = [...PAYMENT_BUGS, ...APP_BUGS, ...REFUND_BUGS, ...LOT_BUGS]

/** The first seed that reveals the bug; undefined when none does within the limit. */
export function seedThatShows({ bug, first = 1, within, shows }: Planted): number | undefined {
  for (let seed = first; seed < first + within; seed++) {
    if (simulate(seed, { bug }).findings.some(({ invariant }) => invariant === shows)) return seed
  }
  return undefined
}
