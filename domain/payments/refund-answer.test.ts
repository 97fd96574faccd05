import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { inTier } from '#test/tier.ts'
import { ATTEMPT_STATES } from './attempt-states.ts'
import { adviceFor, manualOutcomes } from './manual-outcome.ts'
import type { TerminalAnswer } from './payment-attempt.ts'
import { decideRefund, type RefundSituation } from './refund-machine.ts'
import {
  canRefundBecome,
  isRefundOpen,
  OPEN_REFUND_STATES,
  REFUND_STATES,
  REFUND_TRANSITIONS,
} from './refund-states.ts'

const approvedRefund = (amountCents: number): TerminalAnswer => ({ kind: 'approved', transactionId: 'r', amountCents })

const after = (ageMs: number, answer: TerminalAnswer, rest: Partial<RefundSituation> = {}) =>
  decideRefund({ state: 'SENT', amountCents: 234, sentAt: 0, now: ageMs, inFlightMs: 150_000, answer, ...rest })

describe('a terminal’s answer about a refund', () => {
  it('ends the refund only if it is definite', () => {
    expect(after(500, approvedRefund(234))).toEqual({ to: 'DONE' })
    expect(after(500, { kind: 'declined', code: '51' })).toEqual({ to: 'REFUSED', detail: '51' })
    expect(after(500, { kind: 'cancelled', by: 'merchant' })).toEqual({ to: 'REFUSED', detail: 'CANCELLED' })
    expect(after(500, { kind: 'not_taken', reason: 'busy' })).toEqual({ to: 'NOT_PROCESSED', detail: 'TERMINAL_BUSY' })
  })

  it('proves with “not found” only after the in-flight window that the refund was not processed', () => {
    expect(after(149_999, { kind: 'not_found' })).toEqual({ queryAgainAfterMs: 1 })
    expect(after(150_000, { kind: 'not_found' })).toEqual({ to: 'NOT_PROCESSED', detail: 'NOT_FOUND' })
  })

  it('leaves the refund unresolved for another amount, or without a result for 15 minutes', () => {
    expect(after(500, approvedRefund(233))).toEqual({ to: 'UNRESOLVED', detail: 'OTHER_AMOUNT' })
    expect(after(15 * MINUTE_MS - 1, { kind: 'unreachable' })).toEqual({ queryAgainAfterMs: 1 })
    expect(after(15 * MINUTE_MS, { kind: 'unreachable' })).toEqual({ to: 'UNRESOLVED', detail: 'NO_ANSWER' })
    expect(after(20 * MINUTE_MS, { kind: 'unreachable' }, { state: 'UNRESOLVED' })).toEqual({
      queryAgainAfterMs: MINUTE_MS,
    })
    expect(after(20 * MINUTE_MS, approvedRefund(234), { state: 'UNRESOLVED' })).toEqual({ to: 'DONE' })
  })

  it('causes only allowed transitions, and DONE only for the full amount', () => {
    const answer = fc.oneof(
      fc.constantFrom<TerminalAnswer>(
        { kind: 'in_progress' },
        { kind: 'declined', code: '05' },
        { kind: 'cancelled', by: 'merchant' },
        { kind: 'not_found' },
        { kind: 'busy' },
        { kind: 'unreachable' },
        { kind: 'not_taken', reason: 'unreachable' },
      ),
      fc.constantFrom(234, 233, 0).map(approvedRefund),
    )
    const situation = fc.record({
      state: fc.constantFrom(...REFUND_STATES),
      amountCents: fc.constant(234),
      sentAt: fc.constant(0),
      now: fc.integer({ min: 0, max: 3_600_000 }),
      inFlightMs: fc.constantFrom(0, 500, 150_000),
      answer,
    })
    fc.assert(
      fc.property(situation, facts => {
        const { to, queryAgainAfterMs } = decideRefund(facts)
        if (to === undefined) expect(queryAgainAfterMs).toBeGreaterThan(0)
        else if (to !== facts.state) expect(canRefundBecome(facts.state, to)).toBe(true)
        if (to === 'DONE' && facts.state !== 'DONE') expect(facts.answer).toMatchObject(approvedRefund(234))
      }),
      { numRuns: inTier({ merge: 3000, full: 20_000 }) },
    )
  })
})

it('the open refund states are exactly those with transitions', () => {
  const leadOn = REFUND_STATES.filter(state => REFUND_TRANSITIONS[state].length > 0)
  expect(leadOn).toEqual(OPEN_REFUND_STATES)
  expect(REFUND_STATES.filter(isRefundOpen)).toEqual(leadOn)
})

describe('a manual decision about a payment', () => {
  const getOutput = (isOrderWaiting: boolean) =>
    Object.fromEntries(
      ATTEMPT_STATES.map(state => [state, manualOutcomes({ state, isOrderWaiting })]).filter(([, all]) => all?.length),
    )

  it('is offered only for UNRESOLVED and REVIEW, and never as paid if the order no longer waits', () => {
    expect(getOutput(true)).toEqual({
      UNRESOLVED: ['paid', 'not_paid'],
      REVIEW: ['paid', 'not_paid', 'refunded_by_hand'],
    })
    expect(getOutput(false)).toEqual({ UNRESOLVED: ['not_paid'], REVIEW: ['not_paid', 'refunded_by_hand'] })
  })

  it.each([
    ['wait', { state: 'UNRESOLVED', isStillAsked: true }],
    ['decide', { state: 'UNRESOLVED' }],
    ['check_amount', { state: 'REVIEW', isOrderWaiting: true }],
    ['refund_by_hand', { state: 'REVIEW' }],
    ['being_refunded', { state: 'REVERSAL_DUE' }],
    ['decide_refund', { state: 'REVERSAL_DUE', isRefundUnresolved: true }],
  ] as const)('comes with the advice %s', (advice, doubt) => {
    const plain = { isOrderWaiting: false, isStillAsked: false, isRefundUnresolved: false }
    expect(adviceFor({ ...plain, ...doubt })).toBe(advice)
  })
})
