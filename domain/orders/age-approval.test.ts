import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AgeApproval, approvalState, canRequest } from './age-approval.ts'

const now = new Date('2026-11-25T10:00:00Z')
const instant = fc.integer({ min: -600_000, max: 600_000 }).map(ms => new Date(now.getTime() + ms))
const approval: fc.Arbitrary<AgeApproval | undefined> = fc.option(
  fc.record({
    decision: fc.constantFrom(null, 'approved' as const, 'refused' as const),
    expiresAt: instant,
    validUntil: fc.option(instant),
    totalCents: fc.constantFrom(100, 200),
    staffedUntil: fc.option(instant),
    isEntitled: fc.boolean(),
  }),
  { nil: undefined },
)
const situation = fc.record({
  approval,
  totalCents: fc.constant(100),
  isStaffed: fc.boolean(),
  isAlcoholSold: fc.boolean(),
  isOtherPresent: fc.boolean(),
  hasApprover: fc.boolean(),
  now: fc.constant(now),
})

test('an order is approved only by a decision about its total that still holds, while somebody is there', () => {
  fc.assert(
    fc.property(situation, each => {
      const stored = each.approval
      const isApproved =
        stored?.decision === 'approved' &&
        stored.totalCents === each.totalCents &&
        stored.validUntil !== null &&
        stored.validUntil > now &&
        each.isStaffed &&
        each.isAlcoholSold &&
        stored.isEntitled &&
        (each.isOtherPresent || (stored.staffedUntil !== null && stored.staffedUntil > now))
      expect(approvalState(each) === 'approved').toBe(isApproved)
    }),
  )
})

test('a refusal of the order as it is stays, and nobody is asked where nobody is', () => {
  fc.assert(
    fc.property(situation, each => {
      const state = approvalState(each)
      const isRefused = each.approval?.decision === 'refused' && each.approval.totalCents === each.totalCents
      expect(state === 'refused').toBe(isRefused)
      const couldApprove = each.isStaffed && each.isAlcoholSold && each.hasApprover
      if (canRequest(state) || state === 'waiting') expect([couldApprove, isRefused]).toEqual([true, false])
    }),
  )
})
