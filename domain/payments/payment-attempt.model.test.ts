import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canTransition, type OrderStatus } from '#domain/orders/order.ts'
import { inTier } from '#test/tier.ts'
import {
  ATTEMPT_STATES,
  ATTEMPT_TRANSITIONS,
  canAttemptBecome,
  FINAL_STATES,
  HOLDS_ORDER,
  HOLDS_TERMINAL,
  isIn,
  orderStatusAfter,
  type AttemptState,
} from './attempt-states.ts'
import { decideAttempt, type TerminalAnswer } from './payment-attempt.ts'

const AMOUNT_CENTS = 1250
const IN_FLIGHT_MS = 150_000

const answer: fc.Arbitrary<TerminalAnswer> = fc.oneof(
  fc.constantFrom<TerminalAnswer>(
    { kind: 'in_progress' },
    { kind: 'declined', code: '05' },
    { kind: 'cancelled', by: 'shopper' },
    { kind: 'cancelled', by: 'merchant' },
    { kind: 'not_found' },
    { kind: 'busy' },
    { kind: 'unreachable' },
    { kind: 'not_taken', reason: 'unreachable' },
    { kind: 'not_taken', reason: 'busy' },
  ),
  fc
    .constantFrom(AMOUNT_CENTS, AMOUNT_CENTS, AMOUNT_CENTS - 1)
    .map(amountCents => ({ kind: 'approved' as const, transactionId: 't', amountCents })),
)
const situation = fc.record({
  state: fc.constantFrom(...ATTEMPT_STATES),
  amountCents: fc.constant(AMOUNT_CENTS),
  sentAt: fc.constant(0),
  now: fc.integer({ min: 0, max: 3_600_000 }),
  inFlightMs: fc.constantFrom(0, 500, IN_FLIGHT_MS),
  cancelRequestedAt: fc.option(fc.integer({ min: 0, max: 3_600_000 })),
  answer,
})

describe('any answer at any time', () => {
  it('causes only allowed transitions, or another question within a minute', () => {
    fc.assert(
      fc.property(situation, state => {
        const decision = decideAttempt(state)
        if (decision.to === undefined) {
          expect(decision.queryAgainAfterMs).toBeGreaterThan(0)
          expect(decision.queryAgainAfterMs).toBeLessThanOrEqual(60_000)
          if (decision.cancel) expect(isIn(HOLDS_TERMINAL, state.state)).toBe(true)
        } else if (decision.to !== state.state) {
          expect(canAttemptBecome(state.state, decision.to)).toBe(true)
        }
      }),
      { numRuns: inTier({ merge: 3000, full: 20_000 }) },
    )
  })

  it('approves the attempt if and only if the terminal reports approval of that amount', () => {
    fc.assert(
      fc.property(situation, state => {
        const asksTerminal = state.state === 'UNRESOLVED' || isIn(HOLDS_TERMINAL, state.state)
        const isApproved = state.answer.kind === 'approved' && state.answer.amountCents === AMOUNT_CENTS
        const isNewlyApproved = decideAttempt(state).to === 'APPROVED' && state.state !== 'APPROVED'
        expect(isNewlyApproved).toBe(asksTerminal && isApproved)
      }),
      { numRuns: inTier({ merge: 3000, full: 20_000 }) },
    )
  })

  it('frees the order only on a definite no', () => {
    fc.assert(
      fc.property(situation, state => {
        const { to } = decideAttempt(state)
        if (to === undefined || to === state.state || isIn(HOLDS_ORDER, to)) return
        const isNo = ['declined', 'cancelled'].includes(state.answer.kind)
        const isGone = state.answer.kind === 'not_found' && state.now >= state.inFlightMs
        const isNeverSent = state.answer.kind === 'not_taken' && state.state === 'INTENT'
        expect(isNo || isGone || isNeverSent).toBe(true)
      }),
      { numRuns: inTier({ merge: 3000, full: 20_000 }) },
    )
  })
})

describe('an attempt', () => {
  it('never changes after a final state, and moves the order only where the order table allows', () => {
    const events = fc.array(fc.record({ answer, waitedMs: fc.integer({ min: 0, max: 400_000 }) }), { maxLength: 40 })
    const before = fc.constantFrom<OrderStatus>('checkout', 'preorder_booked', 'preorder_delivered')
    fc.assert(
      fc.property(events, before, (happened, statusBefore) => {
        let state: AttemptState = 'SENT'
        let status: OrderStatus = 'payment_pending'
        let now = 0
        for (const event of happened) {
          now += event.waitedMs
          const facts = { amountCents: AMOUNT_CENTS, sentAt: 0, now, inFlightMs: IN_FLIGHT_MS }
          const next: AttemptState = decideAttempt({ ...facts, state, answer: event.answer }).to ?? state
          const nextStatus = orderStatusAfter(next, statusBefore)
          if (isIn(FINAL_STATES, state)) expect(next).toBe(state)
          if (nextStatus !== status) expect(canTransition(status, nextStatus)).toBe(true)
          expect(nextStatus === 'complete').toBe(next === 'APPROVED')
          state = next
          status = nextStatus
        }
      }),
      { numRuns: inTier({ merge: 1000, full: 5000 }) },
    )
  })

  it('is settled or unresolved within 15 minutes after it was sent, if it keeps being asked about', () => {
    fc.assert(
      fc.property(fc.infiniteStream(answer), answers => {
        let state: AttemptState = 'SENT'
        let now = 0
        let questions = 0
        while (isIn(HOLDS_TERMINAL, state)) {
          const handle = answers.next().value
          const facts = { amountCents: AMOUNT_CENTS, sentAt: 0, now, inFlightMs: IN_FLIGHT_MS }
          const decision = decideAttempt({ ...facts, state, answer: handle })
          state = decision.to ?? state
          now += decision.queryAgainAfterMs ?? 0
          questions++
        }
        expect(now).toBeLessThanOrEqual(15 * 60_000)
        expect(questions).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('asks a silent terminal about a hundred times and no more', () => {
    let now = 0
    let questions = 0
    for (;;) {
      const facts = { amountCents: 1, sentAt: 0, now, inFlightMs: IN_FLIGHT_MS }
      const decision = decideAttempt({ ...facts, state: 'SENT', answer: { kind: 'unreachable' } })
      questions++
      if (decision.to !== undefined) break
      now += decision.queryAgainAfterMs
    }
    expect(now).toBe(15 * 60_000)
    expect(questions).toBeGreaterThan(80)
    expect(questions).toBeLessThan(110)
  })
})

describe('every path through the table', () => {
  const path = fc.array(fc.nat(), { maxLength: 30 })

  it('repeats no outcome, stops only in final states, and pays at most once', () => {
    fc.assert(
      fc.property(path, choices => {
        let state: AttemptState = 'QUEUED'
        const seen: AttemptState[] = [state]
        for (const choice of choices) {
          const followers: readonly AttemptState[] = ATTEMPT_TRANSITIONS[state]
          expect(followers.length === 0).toBe(isIn(FINAL_STATES, state))
          state = followers[choice % followers.length] ?? state
          if (state !== seen.at(-1)) seen.push(state)
        }
        // No state occurs twice, so no outcome is revoked; but a terminal may become reachable again, and be lost again.
        const isHeardOrLost = (each: AttemptState) => each === 'SENT' || each === 'UNKNOWN'
        const others = seen.filter(each => !isHeardOrLost(each))
        expect(new Set(others).size).toBe(others.length)
        expect(seen.findLastIndex(isHeardOrLost) - seen.findIndex(isHeardOrLost) + 1).toBe(
          seen.filter(isHeardOrLost).length || 1,
        )
        expect(seen.filter(each => each === 'APPROVED' || each === 'MANUAL').length).toBeLessThanOrEqual(1)
      }),
      { numRuns: inTier({ merge: 1000, full: 5000 }) },
    )
  })

  it('reaches every state from QUEUED, and a final state from every state', () => {
    const reachable = (from: AttemptState, found = new Set<AttemptState>([from])): Set<AttemptState> => {
      for (const next of ATTEMPT_TRANSITIONS[from]) if (!found.has(next)) reachable(next, found.add(next))
      return found
    }
    expect([...reachable('QUEUED')].toSorted()).toEqual([...ATTEMPT_STATES].toSorted())
    for (const state of ATTEMPT_STATES) {
      expect([...reachable(state)].some(each => isIn(FINAL_STATES, each))).toBe(true)
    }
  })

  it('never takes back the hold on an order once it was released', () => {
    for (const state of ATTEMPT_STATES) {
      const frees = !isIn(HOLDS_ORDER, state)
      const followers: readonly AttemptState[] = ATTEMPT_TRANSITIONS[state]
      if (frees) expect(followers).toEqual([])
    }
  })
})
