import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { A, B, outcome, refundOutcome, type RepositoryDriver, getSeen } from './repository-driver.ts'

const TWO_DAYS_MS = 48 * 60 * MINUTE_MS

/** How an admin's refund begins, takes its terminal, is sent and ends. */
export function refundsPayments(hands: RepositoryDriver): void {
  const refunds = () => hands.under.refunds
  describe('beginning a refund', () => {
    test('stores an unsent refund and reserves its sum', async () => {
      const { refund, order } = await hands.refund()
      expect(refund).toMatchObject({ kind: 'refund', state: 'INTENT', orderId: order.id, sentAt: null })
      expect(refund.request.amountCents).toBe(order.totalCents)
      expect(await hands.under.refund(refund.id)).toEqual({ state: 'INTENT', owner: A, isSent: false })
      expect(await hands.under.refundedCents(order.id)).toBe(order.totalCents)
    })

    test('is refused beside an open refund, from an outdated page, and for more than is left', async () => {
      const { order } = await hands.paid()
      const first = await hands.request(order.id, 1)
      const input = { orderId: order.id, owner: A, part: 1, expectedCents: first.request.amountCents }
      expect(await hands.under.request(input)).toMatchObject({ refused: 'refund.pending' })
      await refunds().settle(first, refundOutcome('NOT_PROCESSED'))
      expect(await hands.under.request(input)).toMatchObject({ refused: 'refund.changed' })
      expect(await hands.under.request({ ...input, part: 3, expectedCents: 0 })).toMatchObject({
        refused: 'refund.quantityInvalid',
      })
      const whole = await hands.request(order.id)
      await refunds().markSent(whole.id, A)
      await refunds().settle(whole, refundOutcome('DONE'))
      const again = { ...input, part: 'all' as const, expectedCents: order.totalCents }
      expect(await hands.under.request(again)).toMatchObject({ refused: 'refund.nothingLeft' })
    })

    test('in parts reaches exactly the whole sum', async () => {
      const { order } = await hands.paid()
      for (const part of [1, 1, 'all'] as const) {
        const refund = await hands.request(order.id, part)
        await refunds().markSent(refund.id, A)
        await refunds().settle(refund, refundOutcome('DONE'))
      }
      expect(await hands.under.refundedCents(order.id)).toBe(order.totalCents)
    })

    test('is refused for an unpaid order, and succeeds once if requested twice at the same time', async () => {
      const { order: unpaid } = await hands.atCheckout()
      const input = { orderId: unpaid.id, owner: A, part: 'all' as const, expectedCents: 0 }
      expect(await hands.under.request(input)).toMatchObject({ refused: 'refund.notPaid' })
      const { order } = await hands.paid()
      const requests = await Promise.all(
        [A, B].map(owner => hands.under.request({ ...input, orderId: order.id, owner })),
      )
      expect(requests.filter(isRefusal)).toMatchObject([{ refused: 'refund.pending' }])
    })
  })

  describe('the terminal of a refund', () => {
    test('is taken only by its own server, and only when no payment is there or in the queue', async () => {
      const { refund } = await hands.refund()
      const { begun: first } = await hands.begin()
      const { begun: second, userId } = await hands.begin()
      expect(await refunds().claimTerminal(refund.id, A)).toBeUndefined()
      await hands.repository.settle(first, outcome('DECLINED'))
      expect(await refunds().claimTerminal(refund.id, A)).toBeUndefined()
      await hands.repository.requestCancel(userId)
      await hands.repository.settle(second, outcome('CANCELLED'))
      expect(await refunds().claimTerminal(refund.id, B)).toBeUndefined()
      expect(await refunds().claimTerminal(refund.id, A)).toBeInstanceOf(Date)
    })

    test('is not free for payments until the refund has an outcome', async () => {
      const { refund } = await hands.sentRefund()
      const { userId, order } = await hands.atCheckout()
      const started = await hands.repository.begin({ userId, owner: A, seen: getSeen(order), marksSent: true })
      if (isRefusal(started)) throw new Error(started.refused)
      expect(started).toMatchObject({ state: 'QUEUED', sentAt: null })
      expect(await hands.repository.claimTerminal(started.id, A)).toBeUndefined()
      expect(await hands.repository.nextInQueue(A)).not.toContain(started.id)
      await refunds().settle(refund, refundOutcome('DONE'))
      expect(await hands.repository.nextInQueue(A)).toContain(started.id)
      expect(await hands.repository.claimTerminal(started.id, A)).toBeInstanceOf(Date)
    })

    test('can be taken again until the refund is sent, even when payments wait behind it', async () => {
      const { refund } = await hands.refund()
      await refunds().claimTerminal(refund.id, A)
      const { begun } = await hands.begin()
      expect(begun.state).toBe('QUEUED')
      expect(await refunds().claimTerminal(refund.id, A)).toBeInstanceOf(Date)
      await refunds().markSent(refund.id, A)
      expect(await refunds().claimTerminal(refund.id, A)).toBeUndefined()
    })

    test('has one refund at a time; an unresolved one does not hold it', async () => {
      const [{ refund: first }, { refund: second }] = [await hands.refund(), await hands.refund()]
      expect(await refunds().claimTerminal(first.id, A)).toBeInstanceOf(Date)
      expect(await refunds().claimTerminal(second.id, A)).toBeUndefined()
      await refunds().markSent(first.id, A)
      await refunds().settle(first, refundOutcome('UNRESOLVED'))
      expect(await refunds().claimTerminal(second.id, A)).toBeInstanceOf(Date)
    })
  })

  test('marks a refund as sent once, and only for the server that owns it', async () => {
    const { refund } = await hands.refund()
    expect(await refunds().markSent(refund.id, B)).toBeUndefined()
    expect(await refunds().markSent(refund.id, A)).toBeInstanceOf(Date)
    expect(await refunds().markSent(refund.id, A)).toBeUndefined()
    expect(await hands.under.refund(refund.id)).toEqual({ state: 'SENT', owner: A, isSent: true })
  })

  test('records that the terminal does not respond about a refund only while it is sent', async () => {
    const { refund } = await hands.refund()
    await refunds().recordState(refund.id, 'UNKNOWN')
    expect(await hands.under.refund(refund.id)).toMatchObject({ state: 'INTENT' })
    await refunds().markSent(refund.id, A)
    await refunds().recordState(refund.id, 'UNKNOWN')
    expect(await hands.under.refund(refund.id)).toMatchObject({ state: 'UNKNOWN' })
    await refunds().settle(refund, refundOutcome('DONE'))
    await refunds().recordState(refund.id, 'UNKNOWN')
    expect(await hands.under.refund(refund.id)).toMatchObject({ state: 'DONE' })
  })

  endsRefunds(hands)
  leasesRefunds(hands)
}

function endsRefunds(hands: RepositoryDriver): void {
  const refunds = () => hands.under.refunds
  describe('settling a refund', () => {
    test.each([
      ['DONE', true],
      ['UNRESOLVED', true],
      ['REFUSED', false],
      ['NOT_PROCESSED', false],
    ] as const)('with %s happens once; its sum stays reserved: %s', async (to, isReserved) => {
      const { refund, order } = await hands.sentRefund()
      expect(await refunds().settle(refund, refundOutcome(to))).toEqual({ state: to })
      expect(await refunds().settle(refund, refundOutcome(to))).toBeUndefined()
      expect(await hands.under.refund(refund.id)).toMatchObject({ state: to })
      expect(await hands.under.refundedCents(order.id)).toBe(isReserved ? order.totalCents : 0)
      expect(await hands.under.trail(order.id)).toEqual(to === 'DONE' ? ['complete', 'complete'] : ['complete'])
      expect(await hands.under.order(order.id)).toEqual({ status: 'complete', isCancelled: false })
    })

    test('never changes an earlier outcome', async () => {
      const { refund, order } = await hands.sentRefund()
      await refunds().settle(refund, refundOutcome('REFUSED'))
      for (const to of ['DONE', 'UNRESOLVED', 'NOT_PROCESSED'] as const)
        expect(await refunds().settle(refund, refundOutcome(to))).toBeUndefined()
      expect(await hands.under.refundedCents(order.id)).toBe(0)
    })

    test('returns the goods to stock if the admin requested it', async () => {
      const { order } = await hands.paid()
      const refund = await hands.request(order.id, 'all', { returnsStock: true })
      expect(await hands.under.returns(order.id)).toBe(0)
      await refunds().markSent(refund.id, A)
      await refunds().settle(refund, refundOutcome('DONE'))
      expect(await hands.under.returns(order.id)).toBe(2)
      const { refund: plain, order: other } = await hands.sentRefund()
      await refunds().settle(plain, refundOutcome('DONE'))
      expect(await hands.under.returns(other.id)).toBe(0)
    })

    test('as not sent has no effect if the refund was sent', async () => {
      const unsent = { ...refundOutcome('NOT_PROCESSED'), onlyUnsent: true } as const
      const { refund } = await hands.sentRefund()
      expect(await refunds().settle(refund, unsent)).toBeUndefined()
      await refunds().settle(refund, refundOutcome('DONE'))
      const { refund: other, order } = await hands.refund()
      expect(await refunds().settle(other, unsent)).toEqual({ state: 'NOT_PROCESSED' })
      expect(await hands.under.refundedCents(order.id)).toBe(0)
    })

    test('by an admin happens once and is recorded in the order’s history', async () => {
      const { refund, order, userId } = await hands.sentRefund()
      await refunds().settle(refund, refundOutcome('UNRESOLVED'))
      const by = { userId, reason: 'the receipt says so' }
      expect(await refunds().settle(refund, { to: 'NOT_PROCESSED', source: 'admin', by })).toEqual({
        state: 'NOT_PROCESSED',
      })
      expect(await refunds().settle(refund, refundOutcome('DONE'))).toBeUndefined()
      expect(await hands.under.refundedCents(order.id)).toBe(0)
      expect(await hands.under.trail(order.id)).toEqual(['complete', 'complete'])
    })
  })
}

function leasesRefunds(hands: RepositoryDriver): void {
  const refunds = () => hands.under.refunds
  const claimedBy = async (owner: string) => (await refunds().claimLapsed(owner)).map(({ id }) => id)
  describe('leases of refunds', () => {
    test('are renewed only for their owner, and can be claimed by one other server after they have lapsed', async () => {
      const { refund } = await hands.refund()
      expect(await refunds().renewLeases(A, [refund.id])).toEqual(
        new Map([[refund.id, { isSent: false, cancelRequestedAt: null }]]),
      )
      expect(await refunds().renewLeases(B, [refund.id])).toEqual(new Map())
      expect(await claimedBy(B)).not.toContain(refund.id)
      await hands.under.ageRefund(refund.id, 8001)
      expect(await claimedBy(B)).toContain(refund.id)
      expect(await claimedBy(A)).not.toContain(refund.id)
      expect(await refunds().claimTerminal(refund.id, A)).toBeUndefined()
      expect(await refunds().markSent(refund.id, A)).toBeUndefined()
    })

    test('can be claimed at once after they are handed back', async () => {
      const { refund } = await hands.refund()
      await refunds().releaseLeases(A)
      expect(await hands.under.refund(refund.id)).toMatchObject({ owner: null })
      expect(await claimedBy(B)).toContain(refund.id)
    })

    test('can be claimed for two days while the refund is unresolved, and never after its end', async () => {
      const { refund: unknown } = await hands.sentRefund()
      await refunds().settle(unknown, refundOutcome('UNRESOLVED'))
      const { refund } = await hands.sentRefund()
      await refunds().settle(refund, refundOutcome('REFUSED'))
      for (const { id } of [unknown, refund]) await hands.under.ageRefund(id, 10_000)
      const claimed = await claimedBy(B)
      expect([claimed.includes(unknown.id), claimed.includes(refund.id)]).toEqual([true, false])
      await hands.under.ageRefund(unknown.id, TWO_DAYS_MS)
      expect(await claimedBy(A)).not.toContain(unknown.id)
      expect(await refunds().renewLeases(B, [unknown.id])).toEqual(new Map())
    })
  })
}
