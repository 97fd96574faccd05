import { describe, expect, test } from 'vitest'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { A, B, MINUTE_MS, outcome, refundOutcome, type RepositoryHands, seenOf } from './repository-hands.ts'

const TWO_DAYS_MS = 48 * 60 * MINUTE_MS

/** How an admin's refund begins, takes its terminal, is sent and ends. */
export function refundsPayments(hands: RepositoryHands): void {
  const refunds = () => hands.under.refunds
  describe('begins a refund', () => {
    test('of the whole, which no terminal has received, with its sum reserved', async () => {
      const { refund, order } = await hands.refund()
      expect(refund).toMatchObject({ kind: 'refund', state: 'INTENT', orderId: order.id, sentAt: null })
      expect(refund.asked.amountCents).toBe(order.totalCents)
      expect(await hands.under.refund(refund.id)).toEqual({ state: 'INTENT', owner: A, isSent: false })
      expect(await hands.under.refundedCents(order.id)).toBe(order.totalCents)
    })

    test('one at a time, of what is left, as the admin saw it', async () => {
      const { order } = await hands.paid()
      const first = await hands.ask(order.id, 1)
      const asking = { orderId: order.id, owner: A, part: 1, expectedCents: first.asked.amountCents }
      expect(await hands.under.ask(asking)).toMatchObject({ refused: 'refund.pending' })
      await refunds().settle(first, refundOutcome('NOT_PROCESSED'))
      expect(await hands.under.ask(asking)).toMatchObject({ refused: 'refund.changed' })
      expect(await hands.under.ask({ ...asking, part: 3, expectedCents: 0 })).toMatchObject({
        refused: 'refund.quantityInvalid',
      })
      const whole = await hands.ask(order.id)
      await refunds().markSent(whole.id, A)
      await refunds().settle(whole, refundOutcome('DONE'))
      const again = { ...asking, part: 'all' as const, expectedCents: order.totalCents }
      expect(await hands.under.ask(again)).toMatchObject({ refused: 'refund.nothingLeft' })
    })

    test('of parts that add up to the whole', async () => {
      const { order } = await hands.paid()
      for (const part of [1, 1, 'all'] as const) {
        const refund = await hands.ask(order.id, part)
        await refunds().markSent(refund.id, A)
        await refunds().settle(refund, refundOutcome('DONE'))
      }
      expect(await hands.under.refundedCents(order.id)).toBe(order.totalCents)
    })

    test('of a paid order alone, and once of two that are asked for at once', async () => {
      const { order: unpaid } = await hands.atCheckout()
      const asking = { orderId: unpaid.id, owner: A, part: 'all' as const, expectedCents: 0 }
      expect(await hands.under.ask(asking)).toMatchObject({ refused: 'refund.notPaid' })
      const { order } = await hands.paid()
      const asked = await Promise.all([A, B].map(owner => hands.under.ask({ ...asking, orderId: order.id, owner })))
      expect(asked.filter(isRefusal)).toMatchObject([{ refused: 'refund.pending' }])
    })
  })

  describe('gives a refund its terminal', () => {
    test('when no payment is there or in line, and for its own server alone', async () => {
      const { refund } = await hands.refund()
      const { begun: first } = await hands.begin()
      const { begun: second, userId } = await hands.begin()
      expect(await refunds().takeTerminal(refund.id, A)).toBeUndefined()
      await hands.repository.settle(first, outcome('DECLINED'))
      expect(await refunds().takeTerminal(refund.id, A)).toBeUndefined()
      await hands.repository.requestCancel(userId)
      await hands.repository.settle(second, outcome('CANCELLED'))
      expect(await refunds().takeTerminal(refund.id, B)).toBeUndefined()
      expect(await refunds().takeTerminal(refund.id, A)).toBeInstanceOf(Date)
    })

    test('and payments wait in line until its outcome', async () => {
      const { refund } = await hands.sentRefund()
      const { userId, order } = await hands.atCheckout()
      expect(await hands.repository.beginAtOnce({ userId, owner: A, seen: seenOf(order) })).toBeUndefined()
      const { begun } = await hands.begin()
      expect(begun.state).toBe('QUEUED')
      expect(await hands.repository.takeTerminal(begun.id, A)).toBeUndefined()
      expect(await hands.repository.nextInQueue(A)).not.toContain(begun.id)
      await refunds().settle(refund, refundOutcome('DONE'))
      expect(await hands.repository.nextInQueue(A)).toContain(begun.id)
      expect(await hands.repository.takeTerminal(begun.id, A)).toBeInstanceOf(Date)
    })

    test('again when it did not hear so, though payments wait behind it', async () => {
      const { refund } = await hands.refund()
      await refunds().takeTerminal(refund.id, A)
      const { begun } = await hands.begin()
      expect(begun.state).toBe('QUEUED')
      expect(await refunds().takeTerminal(refund.id, A)).toBeInstanceOf(Date)
      await refunds().markSent(refund.id, A)
      expect(await refunds().takeTerminal(refund.id, A)).toBeUndefined()
    })

    test('one at a time, until it needs a person', async () => {
      const [{ refund: first }, { refund: second }] = [await hands.refund(), await hands.refund()]
      expect(await refunds().takeTerminal(first.id, A)).toBeInstanceOf(Date)
      expect(await refunds().takeTerminal(second.id, A)).toBeUndefined()
      await refunds().markSent(first.id, A)
      await refunds().settle(first, refundOutcome('UNRESOLVED'))
      expect(await refunds().takeTerminal(second.id, A)).toBeInstanceOf(Date)
    })
  })

  test('lets a refund be sent once, by the server that holds it', async () => {
    const { refund } = await hands.refund()
    expect(await refunds().markSent(refund.id, B)).toBeUndefined()
    expect(await refunds().markSent(refund.id, A)).toBeInstanceOf(Date)
    expect(await refunds().markSent(refund.id, A)).toBeUndefined()
    expect(await hands.under.refund(refund.id)).toEqual({ state: 'SENT', owner: A, isSent: true })
  })

  test('notes that a terminal does not answer about a refund, while it is sent', async () => {
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

function endsRefunds(hands: RepositoryHands): void {
  const refunds = () => hands.under.refunds
  describe('ends a refund', () => {
    test.each([
      ['DONE', true],
      ['UNRESOLVED', true],
      ['REFUSED', false],
      ['NOT_PROCESSED', false],
    ] as const)('%s, once; its sum stays reserved: %s', async (to, isReserved) => {
      const { refund, order } = await hands.sentRefund()
      expect(await refunds().settle(refund, refundOutcome(to))).toEqual({ state: to })
      expect(await refunds().settle(refund, refundOutcome(to))).toBeUndefined()
      expect(await hands.under.refund(refund.id)).toMatchObject({ state: to })
      expect(await hands.under.refundedCents(order.id)).toBe(isReserved ? order.totalCents : 0)
      expect(await hands.under.trail(order.id)).toEqual(to === 'DONE' ? ['complete', 'complete'] : ['complete'])
      expect(await hands.under.order(order.id)).toEqual({ status: 'complete', isCancelled: false })
    })

    test('and nothing that comes later changes it', async () => {
      const { refund, order } = await hands.sentRefund()
      await refunds().settle(refund, refundOutcome('REFUSED'))
      for (const to of ['DONE', 'UNRESOLVED', 'NOT_PROCESSED'] as const)
        expect(await refunds().settle(refund, refundOutcome(to))).toBeUndefined()
      expect(await hands.under.refundedCents(order.id)).toBe(0)
    })

    test('with the goods back on the shelf, when the admin says so', async () => {
      const { order } = await hands.paid()
      const refund = await hands.ask(order.id, 'all', { returnsStock: true })
      expect(await hands.under.returns(order.id)).toBe(0)
      await refunds().markSent(refund.id, A)
      await refunds().settle(refund, refundOutcome('DONE'))
      expect(await hands.under.returns(order.id)).toBe(2)
      const { refund: plain, order: other } = await hands.sentRefund()
      await refunds().settle(plain, refundOutcome('DONE'))
      expect(await hands.under.returns(other.id)).toBe(0)
    })

    test('that was never sent: not for who only knows that, when it was sent', async () => {
      const unsent = { ...refundOutcome('NOT_PROCESSED'), onlyUnsent: true } as const
      const { refund } = await hands.sentRefund()
      expect(await refunds().settle(refund, unsent)).toBeUndefined()
      await refunds().settle(refund, refundOutcome('DONE'))
      const { refund: other, order } = await hands.refund()
      expect(await refunds().settle(other, unsent)).toEqual({ state: 'NOT_PROCESSED' })
      expect(await hands.under.refundedCents(order.id)).toBe(0)
    })

    test('by the word of an admin, on the trail, and once', async () => {
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

function leasesRefunds(hands: RepositoryHands): void {
  const refunds = () => hands.under.refunds
  const claimedBy = async (owner: string) => (await refunds().claimLapsed(owner)).map(({ id }) => id)
  describe('knows who leads a refund', () => {
    test('and renews for that server alone, and gives it to one other when the lease has lapsed', async () => {
      const { refund } = await hands.refund()
      expect(await refunds().renewLeases(A, [refund.id])).toEqual(new Map([[refund.id, { cancelRequestedAt: null }]]))
      expect(await refunds().renewLeases(B, [refund.id])).toEqual(new Map())
      expect(await claimedBy(B)).not.toContain(refund.id)
      await hands.under.ageRefund(refund.id, 8001)
      expect(await claimedBy(B)).toContain(refund.id)
      expect(await claimedBy(A)).not.toContain(refund.id)
      expect(await refunds().takeTerminal(refund.id, A)).toBeUndefined()
      expect(await refunds().markSent(refund.id, A)).toBeUndefined()
    })

    test('and gives it to another at once when it is handed back', async () => {
      const { refund } = await hands.refund()
      await refunds().releaseLeases(A)
      expect(await hands.under.refund(refund.id)).toMatchObject({ owner: null })
      expect(await claimedBy(B)).toContain(refund.id)
    })

    test('of an unresolved one for two days, of an ended one never', async () => {
      const { refund: unknown } = await hands.sentRefund()
      await refunds().settle(unknown, refundOutcome('UNRESOLVED'))
      const { refund: known } = await hands.sentRefund()
      await refunds().settle(known, refundOutcome('REFUSED'))
      for (const { id } of [unknown, known]) await hands.under.ageRefund(id, 10_000)
      const claimed = await claimedBy(B)
      expect([claimed.includes(unknown.id), claimed.includes(known.id)]).toEqual([true, false])
      await hands.under.ageRefund(unknown.id, TWO_DAYS_MS)
      expect(await claimedBy(A)).not.toContain(unknown.id)
      expect(await refunds().renewLeases(B, [unknown.id])).toEqual(new Map())
    })
  })
}
