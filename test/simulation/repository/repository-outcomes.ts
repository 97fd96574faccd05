import { describe, expect, test } from 'vitest'
import { A, outcome, type RepositoryDriver } from './repository-driver.ts'

/** Outcomes of a payment, written once, and the order's changes meanwhile. */
export function writesOutcomes(hands: RepositoryDriver): void {
  describe('settling an attempt', () => {
    test.each([
      ['APPROVED', 'complete'],
      ['DECLINED', 'checkout'],
      ['CANCELLED', 'checkout'],
      ['ABORTED', 'checkout'],
      ['NOT_PROCESSED', 'checkout'],
      ['UNRESOLVED', 'error'],
      ['REVIEW', 'error'],
    ] as const)('with %s sets the order to %s, once', async (to, status) => {
      const { begun, order } = await hands.sent()
      expect(await hands.repository.settle(begun, outcome(to, 'TIMEOUT'))).toEqual({ state: to, stringCode: 'TIMEOUT' })
      expect(await hands.repository.settle(begun, outcome(to))).toBeUndefined()
      expect(await hands.under.attempt(begun.id)).toMatchObject({ state: to })
      expect((await hands.repository.find(begun.id)).stringCode).toBe('TIMEOUT')
      expect(await hands.under.order(order.id)).toEqual({ status, isCancelled: false })
      expect(await hands.under.trail(order.id)).toEqual([status])
      expect(await hands.under.moves(order.id)).toEqual(to === 'APPROVED' ? [1, 1] : [0, 0])
    })

    test('never changes an earlier outcome', async () => {
      const { begun, order } = await hands.sent()
      await hands.repository.settle(begun, outcome('DECLINED'))
      expect(await hands.repository.settle(begun, outcome('APPROVED', 'SUCCESS'))).toBeUndefined()
      expect(await hands.under.order(order.id)).toMatchObject({ status: 'checkout' })
      expect(await hands.under.moves(order.id)).toEqual([0, 0])
    })

    test('replaces an unknown outcome once it is known', async () => {
      const { begun, order } = await hands.sent()
      await hands.repository.settle(begun, outcome('UNRESOLVED'))
      await hands.repository.settle(await hands.repository.find(begun.id), outcome('APPROVED', 'SUCCESS'))
      expect(await hands.under.order(order.id)).toMatchObject({ status: 'complete' })
      expect(await hands.under.trail(order.id)).toEqual(['error', 'complete'])
      expect(await hands.under.moves(order.id)).toEqual([1, 1])
    })

    test('as not sent has no effect if the payment was sent', async () => {
      const { begun: there } = await hands.begin()
      const { begun: queued } = await hands.begin()
      await hands.repository.markSent(there.id, A)
      const unsent = { ...outcome('NOT_PROCESSED'), onlyUnsent: true } as const
      expect(await hands.repository.settle(there, unsent)).toBeUndefined()
      expect(await hands.repository.settle(queued, unsent)).toMatchObject({ state: 'NOT_PROCESSED' })
    })

    test('with an approval requires a reversal if the order no longer awaits a payment', async () => {
      const { begun, order } = await hands.sent()
      await hands.under.forceCancel(order.id)
      expect(await hands.repository.settle(begun, outcome('APPROVED', 'SUCCESS'))).toMatchObject({
        state: 'REVERSAL_DUE',
      })
      expect(await hands.under.moves(order.id)).toEqual([0, 0])
      expect(await hands.under.order(order.id)).toMatchObject({ isCancelled: true })
    })

    test('cancels the order instead of reopening it beside another one', async () => {
      const { begun, order, userId } = await hands.sent()
      await hands.repository.settle(begun, outcome('UNRESOLVED'))
      const another = await hands.under.place(userId)
      await hands.repository.settle(await hands.repository.find(begun.id), outcome('DECLINED'))
      expect(await hands.under.order(order.id)).toEqual({ status: 'checkout', isCancelled: true })
      expect(await hands.under.order(another!.id)).toEqual({ status: 'checkout', isCancelled: false })
      expect(await hands.under.trail(order.id)).toEqual(['error', 'cancelled'])
    })
  })

  test('refuses to cancel or replace an order during its payment, but not afterwards', async () => {
    const { begun, order, userId } = await hands.begin()
    expect(await hands.under.cancel(userId)).toBe(false)
    expect(await hands.under.place(userId)).toBeUndefined()
    await hands.repository.settle(begun, outcome('DECLINED'))
    const another = await hands.under.place(userId)
    expect(await hands.under.order(order.id)).toMatchObject({ isCancelled: true })
    expect(await hands.under.cancel(userId)).toBe(true)
    expect(await hands.under.order(another!.id)).toMatchObject({ isCancelled: true })
  })

  test('keeps the time of the shopper’s first cancel request', async () => {
    const { begun, userId } = await hands.begin()
    expect(await hands.repository.requestCancel(userId)).toBe(begun.id)
    const { cancelRequestedAt } = await hands.repository.find(begun.id)
    expect(cancelRequestedAt).toBeInstanceOf(Date)
    await hands.repository.requestCancel(userId)
    expect(await hands.repository.find(begun.id)).toMatchObject({ cancelRequestedAt })
    await hands.repository.settle(begun, outcome('CANCELLED'))
    expect(await hands.repository.requestCancel(userId)).toBeUndefined()
  })
}
