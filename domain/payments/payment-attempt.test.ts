import { describe, expect, it } from 'vitest'
import { SECOND_MS, MINUTE_MS } from '#domain/durations.ts'
import {
  ATTEMPT_STATES,
  ATTEMPT_TRANSITIONS,
  FINAL_STATES,
  HOLDS_ORDER,
  HOLDS_TERMINAL,
  HOLDS_USER,
  OPEN_STATES,
  orderStatusAfter,
  STRING_CODES,
  getStringCode,
  type AttemptState,
} from './attempt-states.ts'
import { decideAttempt, backOffMs, type AttemptSituation, type TerminalAnswer } from './payment-attempt.ts'
import { findFailure } from './payment-failure.ts'

const approved = (amountCents: number): TerminalAnswer => ({ kind: 'approved', transactionId: 't-1', amountCents })
const SENT_AT = Date.parse('2026-11-20T10:00:00Z')

/** An attempt of 12.50 that was sent to the terminal some time ago. */
const after = (ageMs: number, answer: TerminalAnswer, rest: Partial<AttemptSituation> = {}) =>
  decideAttempt({
    state: 'SENT',
    amountCents: 1250,
    sentAt: SENT_AT,
    now: SENT_AT + ageMs,
    inFlightMs: 150 * SECOND_MS,
    answer,
    ...rest,
  })

describe('a settling answer', () => {
  it('gives APPROVED if the requested amount was approved, and REVIEW for another amount', () => {
    expect(after(3000, approved(1250))).toEqual({ to: 'APPROVED', stringCode: 'SUCCESS' })
    expect(after(3000, approved(1249))).toEqual({ to: 'REVIEW', stringCode: 'UNKNOWN' })
    expect(after(3000, approved(0))).toEqual({ to: 'REVIEW', stringCode: 'UNKNOWN' })
  })

  it('gives APPROVED for an approval even after an abort or very late', () => {
    expect(after(130 * SECOND_MS, approved(1250), { cancelRequestedAt: SENT_AT + 5000 }).to).toBe('APPROVED')
    expect(after(47 * 60 * MINUTE_MS, approved(1250), { state: 'UNRESOLVED' }).to).toBe('APPROVED')
  })

  it('gives DECLINED if declined, and CANCELLED if cancelled by either side', () => {
    expect(after(3000, { kind: 'declined', code: '51' })).toEqual({ to: 'DECLINED', stringCode: 'DECLINED' })
    const cancelled = { to: 'CANCELLED', stringCode: 'USER_CANCELLED' }
    expect(after(3000, { kind: 'cancelled', by: 'shopper' })).toEqual(cancelled)
    expect(after(3000, { kind: 'cancelled', by: 'merchant' })).toEqual(cancelled)
    expect(after(9000, { kind: 'cancelled', by: 'merchant' }, { cancelRequestedAt: SENT_AT + 5000 })).toEqual(cancelled)
  })

  it('gives ABORTED with TIMEOUT if cancelled by our own timeout', () => {
    const cancelRequestedAt = new Date(SENT_AT + 125 * SECOND_MS)
    const timedOut = after(127 * SECOND_MS, { kind: 'cancelled', by: 'merchant' }, { cancelRequestedAt })
    expect(timedOut).toEqual({ to: 'ABORTED', stringCode: 'TIMEOUT' })
    expect(after(127 * SECOND_MS, { kind: 'cancelled', by: 'shopper' }, { cancelRequestedAt }).to).toBe('CANCELLED')
  })

  it('gives a shopper the time that the kind of terminal allows', () => {
    const cancelAfterMs = 10 * MINUTE_MS
    const requestLink = (ageMs: number) => after(ageMs, { kind: 'in_progress' }, { cancelAfterMs })
    expect(requestLink(9 * MINUTE_MS)).toEqual({ queryAgainAfterMs: 10 * SECOND_MS })
    expect(requestLink(10 * MINUTE_MS - 1000)).toEqual({ queryAgainAfterMs: SECOND_MS })
    expect(requestLink(10 * MINUTE_MS)).toEqual({ queryAgainAfterMs: 10 * SECOND_MS, cancel: true })
    const cancelled = (ageMs: number) =>
      after(ageMs, { kind: 'cancelled', by: 'merchant' }, { cancelAfterMs, cancelRequestedAt: SENT_AT + ageMs })
    expect(cancelled(9 * MINUTE_MS).to).toBe('CANCELLED')
    expect(cancelled(10 * MINUTE_MS)).toEqual({ to: 'ABORTED', stringCode: 'TIMEOUT' })
  })
})

describe('"not found"', () => {
  const notFound = { kind: 'not_found' } as const

  it('proves nothing before the in-flight window has passed', () => {
    expect(after(0, notFound)).toEqual({ queryAgainAfterMs: 1000 })
    expect(after(149_999, notFound, { cancelRequestedAt: SENT_AT + 1 })).toEqual({ queryAgainAfterMs: 1, cancel: true })
    expect(after(150_000, notFound)).toEqual({ to: 'NOT_PROCESSED', stringCode: 'TERMINAL_UNREACHABLE' })
  })

  it('is reported as cancelled if the shopper gave up, but not after our own timeout', () => {
    const shopper = after(151_000, notFound, { cancelRequestedAt: SENT_AT + 20 * SECOND_MS })
    expect(shopper).toEqual({ to: 'NOT_PROCESSED', stringCode: 'USER_CANCELLED' })
    const timeUp = after(151_000, notFound, { cancelRequestedAt: SENT_AT + 125 * SECOND_MS })
    expect(timeUp).toEqual({ to: 'NOT_PROCESSED', stringCode: 'TERMINAL_UNREACHABLE' })
  })

  it('is requested again right when a short window ends', () => {
    expect(after(300, notFound, { inFlightMs: 500 })).toEqual({ queryAgainAfterMs: 200 })
    expect(after(500, notFound, { inFlightMs: 500 }).to).toBe('NOT_PROCESSED')
  })

  it('settles an unresolved attempt too', () => {
    expect(after(20 * MINUTE_MS, notFound, { state: 'UNRESOLVED' }).to).toBe('NOT_PROCESSED')
  })
})

describe('an answer that the payment was not taken', () => {
  it('ends an unsent attempt at once, with the reason', () => {
    const unreachable = after(4000, { kind: 'not_taken', reason: 'unreachable' }, { state: 'INTENT' })
    expect(unreachable).toEqual({ to: 'NOT_PROCESSED', stringCode: 'TERMINAL_UNREACHABLE' })
    const busy = after(4000, { kind: 'not_taken', reason: 'busy' }, { state: 'INTENT' })
    expect(busy).toEqual({ to: 'NOT_PROCESSED', stringCode: 'TERMINAL_BUSY' })
    const cancelRequestedAt = SENT_AT + 2000
    const cancelled = after(4000, { kind: 'not_taken', reason: 'busy' }, { state: 'INTENT', cancelRequestedAt })
    expect(cancelled).toEqual({ to: 'NOT_PROCESSED', stringCode: 'USER_CANCELLED' })
  })

  it.each(['SENT', 'UNKNOWN', 'UNRESOLVED'] as const)('is ignored for an attempt that is %s', state => {
    expect(after(4000, { kind: 'not_taken', reason: 'unreachable' }, { state }).to).toBeUndefined()
  })
})

describe.each(['in_progress', 'busy', 'unreachable'] as const)('"%s"', kind => {
  const answer = { kind }

  it('causes another question after 1, 2, 4, 8, then every 10 seconds', () => {
    let ageMs = 0
    const waits: number[] = []
    while (waits.length < 6) {
      const wait = after(ageMs, answer).queryAgainAfterMs ?? 0
      waits.push(wait / SECOND_MS)
      ageMs += wait
    }
    expect(waits).toEqual([1, 2, 4, 8, 10, 10])
  })

  it('causes an abort at 125 seconds, and at once if the shopper asked for it', () => {
    expect(after(120 * SECOND_MS, answer)).toEqual({ queryAgainAfterMs: 5 * SECOND_MS })
    expect(after(124_999, answer)).toEqual({ queryAgainAfterMs: 1 })
    expect(after(125 * SECOND_MS, answer)).toEqual({ queryAgainAfterMs: 10 * SECOND_MS, cancel: true })
    expect(after(500, answer, { cancelRequestedAt: SENT_AT })).toEqual({ queryAgainAfterMs: 1000, cancel: true })
    expect(after(500, answer, { cancelRequestedAt: null })).toEqual({ queryAgainAfterMs: 1000 })
  })

  it('leaves the attempt unresolved after 15 minutes, then asks each minute and never aborts', () => {
    expect(after(15 * MINUTE_MS - 1, answer)).toEqual({ queryAgainAfterMs: 1, cancel: true })
    expect(after(15 * MINUTE_MS, answer)).toEqual({ to: 'UNRESOLVED', stringCode: 'UNKNOWN' })
    const later = after(16 * MINUTE_MS, answer, { state: 'UNRESOLVED', cancelRequestedAt: SENT_AT })
    expect(later).toEqual({ queryAgainAfterMs: MINUTE_MS })
  })
})

it('a decision accepts times as dates or as numbers', () => {
  const sentAt = new Date(SENT_AT)
  expect(after(0, { kind: 'in_progress' }, { sentAt, now: new Date(SENT_AT + 4000) })).toEqual({
    queryAgainAfterMs: 4000,
  })
})

it('the backoff depends on the age of the attempt, so that a new server continues it', () => {
  expect([0, 999, 1000, 2999, 3000, 6999, 7000, 14_999, 15_000, 9e9].map(backOffMs)).toEqual([
    1000, 1000, 2000, 2000, 4000, 4000, 8000, 8000, 10_000, 10_000,
  ])
})

describe('the sets of states', () => {
  it('agree with the table and with each other', () => {
    const ends = ATTEMPT_STATES.filter(state => ATTEMPT_TRANSITIONS[state].length === 0)
    expect(ends.toSorted()).toEqual([...FINAL_STATES].toSorted())
    expect(OPEN_STATES).toEqual(['QUEUED', 'INTENT', 'SENT', 'UNKNOWN'])
    expect(HOLDS_TERMINAL).toEqual(['INTENT', 'SENT', 'UNKNOWN'])
    expect(HOLDS_USER).toEqual(OPEN_STATES)
    const freesTheOrder = ATTEMPT_STATES.filter(state => !(HOLDS_ORDER as readonly string[]).includes(state))
    expect(freesTheOrder).toEqual(['DECLINED', 'CANCELLED', 'ABORTED', 'NOT_PROCESSED', 'REVERSED'])
  })
})

describe('the outcome for the shopper and the order', () => {
  it.each([
    ['QUEUED', 'IN_PROGRESS', 'payment_pending'],
    ['INTENT', 'IN_PROGRESS', 'payment_pending'],
    ['SENT', 'IN_PROGRESS', 'payment_pending'],
    ['UNKNOWN', 'IN_PROGRESS', 'payment_pending'],
    ['UNRESOLVED', 'UNKNOWN', 'error'],
    ['REVIEW', 'UNKNOWN', 'error'],
    ['REVERSAL_DUE', 'UNKNOWN', 'preorder_booked'],
    ['APPROVED', 'SUCCESS', 'complete'],
    ['MANUAL', 'SUCCESS', 'complete'],
    ['DECLINED', 'DECLINED', 'preorder_booked'],
    ['CANCELLED', 'USER_CANCELLED', 'preorder_booked'],
    ['ABORTED', 'TIMEOUT', 'preorder_booked'],
    ['NOT_PROCESSED', 'TERMINAL_UNREACHABLE', 'preorder_booked'],
    ['REVERSED', 'USER_CANCELLED', 'preorder_booked'],
  ] as const)('is for %s the code %s and the order status %s', (state, code, status) => {
    expect(getStringCode(state)).toBe(code)
    expect(orderStatusAfter(state, 'preorder_booked')).toBe(status)
  })

  it('names why nothing was charged, for an attempt that is over and took nothing', () => {
    expect(findFailure('DECLINED', null)).toBe('DECLINED')
    expect(findFailure('ABORTED', 'USER_CANCELLED')).toBe('USER_CANCELLED')
    expect(findFailure('NOT_PROCESSED', 'UNKNOWN')).toBeUndefined()
    const others = ATTEMPT_STATES.filter(state => findFailure(state, 'DECLINED') === undefined)
    expect(others).toEqual([...OPEN_STATES, 'UNRESOLVED', 'APPROVED', 'MANUAL', 'REVERSAL_DUE', 'REVERSED', 'REVIEW'])
  })

  it('includes the stored reason of a failure', () => {
    expect(getStringCode('NOT_PROCESSED', 'TERMINAL_BUSY')).toBe('TERMINAL_BUSY')
    expect(getStringCode('ABORTED', 'USER_CANCELLED')).toBe('USER_CANCELLED')
    expect(getStringCode('CANCELLED', null)).toBe('USER_CANCELLED')
  })

  it('is success if and only if money was taken, whatever was stored', () => {
    for (const state of ATTEMPT_STATES) {
      for (const stored of STRING_CODES) {
        const isPaid = (['APPROVED', 'MANUAL'] as AttemptState[]).includes(state)
        expect(getStringCode(state, stored) === 'SUCCESS').toBe(isPaid)
        const isOpen = (OPEN_STATES as readonly AttemptState[]).includes(state)
        expect(getStringCode(state, stored) === 'IN_PROGRESS').toBe(isOpen)
      }
    }
  })
})
