import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inTier } from '#test/tier.ts'
import type { OperationEvent } from './operation.ts'
import type { TerminalAnswer } from './payment-attempt.ts'
import type { PaymentMachine, PaymentEffect } from './payment-machine.ts'
import { transitionPayment, newPaymentMachine } from './payment-machine.ts'

const IN_FLIGHT_MS = 150_000
const ATTEMPT = {
  state: 'INTENT',
  amountCents: 1250,
  sentAt: null,
  deadlineAt: 120_000,
  inFlightMs: IN_FLIGHT_MS,
  cancelRequestedAt: null,
} as const

type TimedEvent = [at: number, event: OperationEvent]

/** The state after all these events, and the effects of the last one. */
function report(
  attempt: Parameters<typeof newPaymentMachine>[0],
  ...getReported: TimedEvent[]
): { machine: PaymentMachine; effects: readonly PaymentEffect[] } {
  return getReported.reduce<{ machine: PaymentMachine; effects: readonly PaymentEffect[] }>(
    ({ machine }, [at, event]) => transitionPayment(machine, event, at),
    { machine: newPaymentMachine(attempt), effects: [] },
  )
}

const BEGUN: TimedEvent = [0, { kind: 'begun' }]
const SENT: TimedEvent = [10, { kind: 'marked_sent', sentAt: 5 }]
const BEHIND: OperationEvent = { kind: 'queue_checked', deadlineAt: undefined }
const kinds = (effects: readonly PaymentEffect[]) => effects.map(({ kind }) => kind)
const getReported = (answer: TerminalAnswer): OperationEvent => ({ kind: 'status_answered', answer })
const NOT_FOUND = getReported({ kind: 'not_found' })

describe('a payment', () => {
  test('is recorded as sent before it is sent, and then the terminal is watched', () => {
    expect(report(ATTEMPT, BEGUN).effects).toEqual([{ kind: 'mark_sent' }])
    expect(report(ATTEMPT, BEGUN, SENT).effects).toEqual([{ kind: 'start' }, { kind: 'wait', ms: 125_000 }])
    const slow = { ...ATTEMPT, cancelAfterMs: 600_000 }
    expect(report(slow, BEGUN, SENT).effects).toEqual([{ kind: 'start' }, { kind: 'wait', ms: 600_000 }])
  })

  test('is not sent by a server that no longer owns it', () => {
    const { machine, effects } = report(ATTEMPT, BEGUN, [10, { kind: 'marked_sent', sentAt: undefined }])
    expect({ phase: machine.phase, effects }).toEqual({ phase: { is: 'over' }, effects: [] })
  })

  test('ends unsent if recording it took two seconds, since its in-flight window may already count', () => {
    const late: TimedEvent = [2000, { kind: 'marked_sent', sentAt: 5 }]
    expect(report(ATTEMPT, BEGUN, late).effects).toMatchObject([
      { kind: 'settle', to: 'NOT_PROCESSED', stringCode: 'TERMINAL_UNREACHABLE' },
    ])
    const cancellation: OperationEvent = { kind: 'cancel_requested', at: 8 }
    expect(report(ATTEMPT, BEGUN, [8, cancellation], late).effects).toMatchObject([
      { kind: 'settle', to: 'NOT_PROCESSED', stringCode: 'USER_CANCELLED' },
    ])
  })

  test('is settled as not found after the in-flight window, counted from its latest possible sending', () => {
    const unknown = { ...ATTEMPT, state: 'UNKNOWN', sentAt: 0 } as const
    const requestLink = (at: number) => report(unknown, [at, { kind: 'begun' }], [at + 100, NOT_FOUND]).effects[0]
    expect(requestLink(IN_FLIGHT_MS + 1999)).toMatchObject({ kind: 'cancel' })
    expect(requestLink(IN_FLIGHT_MS + 2000)).toMatchObject({ kind: 'settle', to: 'NOT_PROCESSED' })
  })

  test('stays open if the terminal was asked within the window, however late the answer is read', () => {
    const unknown = { ...ATTEMPT, state: 'UNKNOWN', sentAt: 0 } as const
    const { effects } = report(unknown, [1000, { kind: 'begun' }], [IN_FLIGHT_MS + 10_000, NOT_FOUND])
    expect(kinds(effects)).toEqual(['wait'])
  })

  test('is cancelled when the shopper asks, even while it is being recorded as sent', () => {
    const cancellation: OperationEvent = { kind: 'cancel_requested', at: 8 }
    expect(kinds(report(ATTEMPT, BEGUN, SENT, [20, cancellation]).effects)).toEqual(['cancel'])
    expect(kinds(report(ATTEMPT, BEGUN, [8, cancellation], SENT).effects)).toEqual(['start', 'cancel', 'wait'])
    expect(report(ATTEMPT, [0, cancellation], BEGUN).effects).toMatchObject([
      { kind: 'settle', to: 'CANCELLED', onlyUnsent: true },
    ])
  })

  test('is cancelled again until the terminal answers: the first request may come before the payment', () => {
    const requested: TimedEvent = [20, { kind: 'cancel_requested', at: 20 }]
    const sent: TimedEvent = [30, { kind: 'cancel_sent' }]
    expect(report(ATTEMPT, BEGUN, SENT, requested, sent).effects).toEqual([{ kind: 'wait', ms: 1000 }])
    const again: TimedEvent[] = [BEGUN, SENT, requested, sent, [1030, { kind: 'woken' }]]
    expect(report(ATTEMPT, ...again).effects).toEqual([{ kind: 'cancel' }, { kind: 'wait', ms: 123_980 }])
    expect(report(ATTEMPT, ...again, [1040, { kind: 'cancel_sent' }]).effects).toEqual([{ kind: 'wait', ms: 2000 }])
    const last: TimedEvent[] = [...again, [124_000, { kind: 'cancel_sent' }]]
    expect(report(ATTEMPT, ...last).effects).toEqual([{ kind: 'wait', ms: 1010 }])
    expect(report(ATTEMPT, ...last, [125_010, { kind: 'woken' }]).effects).toEqual([
      { kind: 'cancel' },
      { kind: 'wait', ms: 20_000 },
    ])
    expect(report(ATTEMPT, BEGUN, SENT, sent).effects).toEqual([])
  })

  test('waits in the queue until it moves, and no longer than its deadline', () => {
    const queued = { ...ATTEMPT, state: 'QUEUED', deadlineAt: 7000 } as const
    const behind = (at: number): TimedEvent => [at, BEHIND]
    expect(report(queued, BEGUN).effects).toEqual([{ kind: 'take_terminal' }])
    expect(report(queued, BEGUN, behind(10)).effects).toEqual([{ kind: 'wait', ms: 5000 }])
    expect(report(queued, BEGUN, behind(6000)).effects).toEqual([{ kind: 'wait', ms: 1000 }])
    const moved: TimedEvent = [20, { kind: 'queue_moved' }]
    expect(report(queued, BEGUN, behind(10), moved).effects).toEqual([{ kind: 'take_terminal' }])
    // Ignored during the look-up, and once the payment is at the terminal.
    expect(report(queued, BEGUN, behind(10), moved, moved).effects).toEqual([])
    expect(report(ATTEMPT, BEGUN, SENT, moved).effects).toEqual([])
    expect(report(queued, BEGUN, behind(10), [7000, { kind: 'woken' }]).effects).toMatchObject([
      { kind: 'settle', to: 'NOT_PROCESSED', stringCode: 'TERMINAL_BUSY' },
    ])
  })

  test('checks the queue at a time that depends on its own deadline', () => {
    const queued = { ...ATTEMPT, state: 'QUEUED', deadlineAt: 70_300 } as const
    expect(report(queued, BEGUN, [10, BEHIND]).effects).toEqual([{ kind: 'wait', ms: 4700 }])
  })

  test('is cancelled in the queue even if the request came while it checked the queue', () => {
    const queued = { ...ATTEMPT, state: 'QUEUED', deadlineAt: 70_000 } as const
    const cancellation: OperationEvent = { kind: 'cancel_requested', at: 5 }
    expect(report(queued, BEGUN, [5, cancellation]).effects).toEqual([])
    expect(report(queued, BEGUN, [5, cancellation], [10, BEHIND]).effects).toMatchObject([
      { kind: 'settle', to: 'CANCELLED', onlyUnsent: true },
    ])
  })

  test('is cancelled at its timeout, then stops listening, then records its state', () => {
    const due: TimedEvent[] = [BEGUN, SENT, [125_010, { kind: 'woken' }]]
    expect(report(ATTEMPT, ...due).effects).toEqual([{ kind: 'cancel' }, { kind: 'wait', ms: 20_000 }])
    const late: TimedEvent[] = [...due, [145_010, { kind: 'woken' }]]
    expect(report(ATTEMPT, ...late).effects).toEqual([{ kind: 'stop_listening' }])
    const silent: TimedEvent = [145_011, { kind: 'start_answered', answer: { kind: 'unreachable' } }]
    expect(kinds(report(ATTEMPT, ...late, silent).effects)).toEqual(['record_state'])
  })

  test('continues from its current state after a database failure', () => {
    const failed: TimedEvent = [50, { kind: 'failed' }]
    const again: TimedEvent = [1050, { kind: 'woken' }]
    expect(report(ATTEMPT, BEGUN, failed).effects).toEqual([{ kind: 'wait', ms: 1000 }])
    expect(kinds(report(ATTEMPT, BEGUN, failed, again).effects)).toEqual(['mark_sent'])
    expect(kinds(report({ ...ATTEMPT, state: 'SENT', sentAt: 0 }, BEGUN, failed, again).effects)).toEqual([
      'ask_status',
    ])
  })

  test('is dropped while it waits in line, if its row is marked as sent: the response to that was lost', () => {
    const queued = { ...ATTEMPT, state: 'QUEUED' } as const
    const sent: OperationEvent = { kind: 'lease_renewed', isOurs: true, isSent: true, cancelRequestedAt: null }
    expect(report(queued, BEGUN, [10, BEHIND]).machine.phase.is).toBe('queued')
    expect(report(queued, BEGUN, [10, BEHIND], [20, { ...sent, isSent: false }]).machine.phase.is).toBe('queued')
    expect(report(queued, BEGUN, [10, BEHIND], [20, sent]).machine.phase.is).toBe('over')
    expect(report(ATTEMPT, BEGUN, SENT, [20, sent]).machine.phase.is).toBe('at_terminal')
  })

  test('is dropped if another server has its lease, unless it was taken after that renewal began', () => {
    const lost: OperationEvent = { kind: 'lease_renewed', isOurs: false, isSent: false, cancelRequestedAt: null }
    expect(report(ATTEMPT, BEGUN, SENT, [20, lost]).machine.phase.is).toBe('at_terminal')
    expect(report(ATTEMPT, BEGUN, SENT, [20, lost], [1020, lost])).toMatchObject({
      machine: { phase: { is: 'over' } },
      effects: [{ kind: 'stop_listening' }],
    })
  })
})

const answer = fc.constantFrom<TerminalAnswer>(
  { kind: 'in_progress' },
  { kind: 'approved', transactionId: 't', amountCents: 1250 },
  { kind: 'declined', code: '05' },
  { kind: 'cancelled', by: 'merchant' },
  { kind: 'not_found' },
  { kind: 'busy' },
  { kind: 'unreachable' },
  { kind: 'not_taken', reason: 'unreachable' },
)
const time = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined })
const event: fc.Arbitrary<OperationEvent> = fc.oneof(
  fc.constantFrom<OperationEvent>(
    ...(
      ['begun', 'woken', 'woken', 'queue_moved', 'cancel_sent', 'recorded', 'settled', 'failed', 'release'] as const
    ).map(kind => ({
      kind,
    })),
  ),
  time.map(deadlineAt => ({ kind: 'queue_checked', deadlineAt }) as const),
  time.map(sentAt => ({ kind: 'marked_sent', sentAt }) as const),
  answer.map(each => ({ kind: 'start_answered', answer: each }) as const),
  answer.map(getReported),
  fc.integer({ min: 0, max: 1_000_000 }).map(at => ({ kind: 'cancel_requested', at }) as const),
  fc
    .record({ isOurs: fc.boolean(), isSent: fc.boolean() })
    .map(row => ({ kind: 'lease_renewed', ...row, cancelRequestedAt: null }) as const),
)

test('any events send a payment at most once, right after it is recorded as sent, and cause nothing after its end', () => {
  const attempt = fc.constantFrom('QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED').map(state => {
    const isUnsent = state === 'QUEUED' || state === 'INTENT'
    return { ...ATTEMPT, state, sentAt: isUnsent ? null : 0 } as const
  })
  const events = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 30_000 })), { maxLength: 40 })
  fc.assert(
    fc.property(attempt, events, (start, happened) => {
      let machine = newPaymentMachine(start)
      let now = 0
      let starts = 0
      for (const [each, ms] of happened) {
        now += ms
        const wasMarking = machine.phase.is === 'marking_sent'
        const wasOver = machine.phase.is === 'over'
        const step = transitionPayment(machine, each, now)
        const isStarted = step.effects.some(({ kind }) => kind === 'start')
        if (isStarted) expect([wasMarking, each.kind, start.sentAt]).toEqual([true, 'marked_sent', null])
        if (wasOver) expect(step).toEqual({ machine, effects: [] })
        starts += isStarted ? 1 : 0
        machine = step.machine
      }
      expect(starts).toBeLessThanOrEqual(1)
    }),
    { numRuns: inTier({ merge: 1000, full: 5000 }) },
  )
})
