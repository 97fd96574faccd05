import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { A, B, outcome, refundOutcome, type RepositoryDriver } from './repository-driver.ts'

const TWO_DAYS_MS = 48 * 60 * MINUTE_MS

/** Reversals of payments whose orders no longer awaited them, and outcomes that an admin records. */
export function reversesPayments(hands: RepositoryDriver): void {
  const refunds = () => hands.under.refunds
  /** The reversals that begin now; a database has those of other stores too. */
  const getBegun = async (attemptId: number, owner = A) =>
    (await hands.under.beginReversals(owner)).filter(refund => refund.attemptId === attemptId)

  describe('beginning a reversal', () => {
    test('covers the whole payment of an order that no longer awaited it, once', async () => {
      const { begun, order } = await hands.claimedForNothing()
      const [reversal, ...more] = await getBegun(begun.id)
      expect(more).toEqual([])
      expect(reversal).toMatchObject({ kind: 'reversal', state: 'INTENT', orderId: order.id, askedBy: null })
      expect(reversal?.request.amountCents).toBe(order.totalCents)
      expect(await getBegun(begun.id, B)).toEqual([])
      const { begun: paid } = await hands.paid()
      expect(await getBegun(paid.id)).toEqual([])
    })

    test('succeeds for one of two servers that try at the same time', async () => {
      const { begun } = await hands.claimedForNothing()
      expect((await Promise.all([getBegun(begun.id), getBegun(begun.id, B)])).flat()).toHaveLength(1)
    })

    test('is repeated after a minute if the terminal did not receive it', async () => {
      const { begun } = await hands.claimedForNothing()
      const [reversal] = await getBegun(begun.id)
      await refunds().settle(reversal!, refundOutcome('NOT_PROCESSED'))
      expect(await hands.under.attempt(begun.id)).toMatchObject({ state: 'REVERSAL_DUE' })
      expect(await getBegun(begun.id)).toEqual([])
      await hands.under.ageRefund(reversal!.id, MINUTE_MS + 1000)
      expect(await getBegun(begun.id)).toHaveLength(1)
    })

    test('is repeated less and less often', async () => {
      const { begun } = await hands.claimedForNothing()
      const [reversal] = await getBegun(begun.id)
      await refunds().settle(reversal!, refundOutcome('NOT_PROCESSED'))
      await hands.under.age(begun.id, 40 * MINUTE_MS)
      await hands.under.ageRefund(reversal!.id, 9 * MINUTE_MS)
      expect(await getBegun(begun.id)).toEqual([])
      await hands.under.ageRefund(reversal!.id, 2 * MINUTE_MS)
      expect(await getBegun(begun.id)).toHaveLength(1)
    })
  })

  describe('settling a reversal', () => {
    test.each([
      ['DONE', 'REVERSED', ['cancelled']],
      ['REFUSED', 'REVIEW', ['cancelled']],
      ['UNRESOLVED', 'REVERSAL_DUE', []],
      ['NOT_PROCESSED', 'REVERSAL_DUE', []],
    ] as const)('with %s sets the payment to %s', async (to, state, trail) => {
      const { begun, order } = await hands.claimedForNothing()
      const [reversal] = await getBegun(begun.id)
      await refunds().markSent(reversal!.id, A)
      await refunds().settle(reversal!, refundOutcome(to))
      expect(await hands.under.attempt(begun.id)).toMatchObject({ state })
      expect(await hands.under.trail(order.id)).toEqual(trail)
    })

    test('as not processed after two days leaves the payment to an admin', async () => {
      const { begun } = await hands.claimedForNothing()
      const [reversal] = await getBegun(begun.id)
      await hands.under.age(begun.id, TWO_DAYS_MS + MINUTE_MS)
      await refunds().settle(reversal!, refundOutcome('NOT_PROCESSED'))
      expect(await hands.under.attempt(begun.id)).toMatchObject({ state: 'REVIEW' })
    })
  })

  storesManualOutcomes(hands)
}

function storesManualOutcomes(hands: RepositoryDriver): void {
  describe('an admin’s outcome of a payment', () => {
    const reason = 'the receipt says so'
    test.each([
      ['MANUAL', 'complete', [1, 1]],
      ['NOT_PROCESSED', 'checkout', [0, 0]],
    ] as const)('%s sets the order to %s, once', async (to, status, moves) => {
      const { begun, order, userId } = await hands.sent()
      await hands.repository.settle(begun, outcome('UNRESOLVED'))
      const by = { userId, reason, seen: 'UNRESOLVED' } as const
      const word = { to, stringCode: 'UNKNOWN', source: 'admin', by } as const
      expect(await hands.repository.settle(begun, word)).toMatchObject({ state: to })
      expect(await hands.repository.settle(begun, word)).toBeUndefined()
      expect(await hands.repository.settle(begun, outcome('APPROVED', 'SUCCESS'))).toBeUndefined()
      expect(await hands.under.order(order.id)).toEqual({ status, isCancelled: false })
      expect(await hands.under.moves(order.id)).toEqual(moves)
      expect(await hands.under.trail(order.id)).toEqual(['error', status])
    })

    test('is stored only if the payment is in the state that the admin saw', async () => {
      const { begun, userId } = await hands.sent()
      await hands.repository.settle(begun, outcome('UNRESOLVED'))
      const by = { userId, reason, seen: 'REVIEW' } as const
      const word = { to: 'NOT_PROCESSED', stringCode: 'UNKNOWN', source: 'admin', by } as const
      expect(await hands.repository.settle(begun, word)).toBeUndefined()
      expect(await hands.under.attempt(begun.id)).toMatchObject({ state: 'UNRESOLVED' })
    })

    test('can be that the money was refunded by hand', async () => {
      const { begun, order, userId } = await hands.claimedForNothing()
      const [reversal] = (await hands.under.beginReversals(A)).filter(refund => refund.attemptId === begun.id)
      await hands.under.refunds.markSent(reversal!.id, A)
      await hands.under.refunds.settle(reversal!, refundOutcome('REFUSED'))
      const by = { userId, reason, seen: 'REVIEW' } as const
      const word = { to: 'REVERSED', stringCode: 'USER_CANCELLED', source: 'admin', by } as const
      expect(await hands.repository.settle(begun, word)).toMatchObject({ state: 'REVERSED' })
      expect(await hands.under.attempt(begun.id)).toMatchObject({ state: 'REVERSED' })
      expect(await hands.under.trail(order.id)).toEqual(['cancelled', 'cancelled'])
      expect(await hands.under.order(order.id)).toMatchObject({ isCancelled: true })
    })
  })
}
