import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { A, B, outcome, getSeen, type RepositoryDriver } from './repository-driver.ts'

/** How a payment begins, waits for the terminal and is sent. */
export function beginsPayments(hands: RepositoryDriver): void {
  describe('beginning a payment', () => {
    test('sets the order to pending and creates an unsent attempt at the free terminal', async () => {
      const { userId, order, begun } = await hands.begin()
      expect(begun).toMatchObject({
        state: 'INTENT',
        userId,
        orderId: order.id,
        sentAt: null,
        cancelRequestedAt: null,
      })
      expect(begun.payment.amountCents).toBe(order.totalCents)
      expect(await hands.repository.find(begun.id)).toEqual(begun)
      expect(await hands.repository.findOpen(userId)).toEqual(begun)
      expect(await hands.under.order(order.id)).toEqual({ status: 'payment_pending', isCancelled: false })
      expect(await hands.under.attempt(begun.id)).toEqual({ state: 'INTENT', owner: A, isSent: false })
    })

    test('queues the attempt while the terminal is busy, with one more minute until the deadline', async () => {
      const first = await hands.begin()
      const { begun } = await hands.begin(B)
      expect(begun.state).toBe('QUEUED')
      const later = begun.deadlineAt.getTime() - first.begun.deadlineAt.getTime()
      expect(Math.round(later / MINUTE_MS)).toBe(1)
    })

    test('in an app takes any number at once, and holds no terminal', async () => {
      await hands.under.addApp()
      const begin = async (method?: 'phone' | 'terminal') => {
        const { userId, order } = await hands.atCheckout()
        const input = { userId, owner: A, seen: getSeen(order), method }
        const started = await hands.repository.begin({ ...input, marksSent: true })
        return isRefusal(started)
          ? started.refused
          : `${started.state} ${started.provider === 'mobilepay' ? 'app' : 'terminal'}`
      }
      expect(await begin('phone')).toBe('INTENT app')
      expect(await begin('phone')).toBe('INTENT app')
      // Without a choice, the terminal comes first, also when it is in use.
      expect(await begin()).toBe('INTENT terminal')
      expect(await begin()).toBe('QUEUED terminal')
      expect(await begin('phone')).toBe('INTENT app')
    })

    test('succeeds once if requested twice at the same time', async () => {
      const { userId, order } = await hands.atCheckout()
      const input = { userId, seen: getSeen(order) }
      const started = await Promise.all([A, B].map(owner => hands.repository.begin({ ...input, owner })))
      expect(started.filter(isRefusal)).toEqual([{ refused: 'order.none' }])
    })

    test('gives the terminal to one of two concurrent shoppers and queues the other', async () => {
      const shoppers = [await hands.atCheckout(), await hands.atCheckout()]
      const started = await Promise.all(
        shoppers.map(({ userId }) => hands.repository.begin({ userId, owner: A, seen: undefined })),
      )
      const states = started.map(each => (isRefusal(each) ? each.refused : each.state))
      expect(states.toSorted()).toEqual(['INTENT', 'QUEUED'])
    })

    test('is refused for another order, another price or a cancelled order', async () => {
      const { userId, order } = await hands.atCheckout()
      const another = { ...order, id: order.id + 1_000_000 }
      const dearer = { ...order, totalCents: order.totalCents + 1 }
      expect(await hands.repository.begin({ userId, owner: A, seen: getSeen(another) })).toEqual({
        refused: 'order.none',
      })
      expect(await hands.repository.begin({ userId, owner: A, seen: getSeen(dearer) })).toEqual({
        refused: 'order.changed',
      })
      expect(await hands.under.order(order.id)).toMatchObject({ status: 'checkout' })
      expect(await hands.repository.findOpen(userId)).toBeUndefined()
      await hands.under.cancel(userId)
      expect(await hands.repository.begin({ userId, owner: A, seen: getSeen(order) })).toEqual({
        refused: 'order.none',
      })
    })
  })

  describe('beginning a payment that is sent at once', () => {
    test('marks it as sent at a free terminal', async () => {
      const { userId, order } = await hands.atCheckout()
      const started = await hands.repository.begin({ userId, owner: A, seen: getSeen(order), marksSent: true })
      if (isRefusal(started)) throw new Error(started.refused)
      expect(started).toMatchObject({ state: 'INTENT', userId, orderId: order.id, sentAt: expect.any(Date) })
      expect(started.payment.amountCents).toBe(order.totalCents)
      expect(await hands.repository.find(started.id)).toEqual(started)
      expect(await hands.under.order(order.id)).toEqual({ status: 'payment_pending', isCancelled: false })
      expect(await hands.under.attempt(started.id)).toEqual({ state: 'INTENT', owner: A, isSent: true })
      expect(await hands.repository.markSent(started.id, A)).toBeUndefined()
      expect(await hands.repository.settle(started, outcome('APPROVED', 'SUCCESS'))).toMatchObject({
        state: 'APPROVED',
      })
      expect(await hands.under.moves(order.id)).toEqual([1, 1])
    })

    test('begins one of two payments of an order, and queues the second of two shoppers unmarked', async () => {
      const { userId, order } = await hands.atCheckout()
      const input = { userId, seen: getSeen(order), marksSent: true }
      const started = await Promise.all([A, B].map(owner => hands.repository.begin({ ...input, owner })))
      expect(started.filter(each => !isRefusal(each))).toHaveLength(1)
      const other = await hands.atCheckout()
      const queued = { userId: other.userId, owner: A, seen: getSeen(other.order), marksSent: true }
      expect(await hands.repository.begin(queued)).toMatchObject({ state: 'QUEUED', sentAt: null })
    })

    test('writes nothing when it is refused', async () => {
      const { userId, order } = await hands.atCheckout()
      const begin = (seen: ReturnType<typeof getSeen>) =>
        hands.repository.begin({ userId, owner: A, seen, marksSent: true })
      expect(await begin(getSeen({ ...order, id: order.id + 1_000_000 }))).toEqual({ refused: 'order.none' })
      expect(await begin(getSeen({ ...order, totalCents: order.totalCents + 1 }))).toEqual({ refused: 'order.changed' })
      await hands.missed(userId, order)
      await hands.missed(userId, order)
      expect(await begin(getSeen(order))).toMatchObject({ refused: 'order.waitToPay' })
      const another = await hands.atCheckout()
      await hands.under.stopSelling(another.order.id)
      const unsold = { userId: another.userId, owner: A, seen: getSeen(another.order), marksSent: true }
      expect(await hands.repository.begin(unsold)).toMatchObject({ refused: 'order.changed' })
      for (const { id } of [order, another.order])
        expect(await hands.under.order(id)).toEqual({ status: 'checkout', isCancelled: false })
    })
  })

  test('refuses to begin a payment for products that are no longer sold', async () => {
    const { userId, order } = await hands.atCheckout()
    await hands.under.stopSelling(order.id)
    expect(await hands.repository.begin({ userId, owner: A, seen: getSeen(order) })).toMatchObject({
      refused: 'order.changed',
    })
    expect(await hands.under.order(order.id)).toEqual({ status: 'checkout', isCancelled: false })
    expect(await hands.repository.findOpen(userId)).toBeUndefined()
  })

  test('makes a shopper wait longer after each missed payment, until one succeeds', async () => {
    const { userId, order } = await hands.atCheckout()
    const missed = async () => {
      const started = await hands.missed(userId, order)
      if (isRefusal(started)) throw new Error(started.refused)
      return started.id
    }
    const first = await missed()
    const second = await missed()
    expect(await hands.missed(userId, order)).toMatchObject({ refused: 'order.waitToPay' })
    expect(await hands.under.order(order.id)).toEqual({ status: 'checkout', isCancelled: false })
    for (const id of [first, second]) await hands.under.age(id, 2 * MINUTE_MS)
    const third = await missed()
    await hands.under.age(third, 3 * MINUTE_MS)
    expect(await hands.missed(userId, order)).toMatchObject({ refused: 'order.waitToPay' })
    // The second ended before the third: the pause counts from the later one.
    for (const id of [first, second, third]) await hands.under.age(id, 8 * MINUTE_MS)
    const started = await hands.repository.begin({ userId, owner: A, seen: getSeen(order) })
    if (isRefusal(started)) throw new Error(started.refused)
    await hands.repository.settle(started, outcome('APPROVED', 'SUCCESS'))
    const next = (await hands.under.place(userId))!
    await hands.missed(userId, next)
    expect(isRefusal(await hands.missed(userId, next))).toBe(false)
  })

  test.each(['DECLINED', 'CANCELLED', 'NOT_PROCESSED'] as const)(
    'lets a shopper begin again at once after %s',
    async to => {
      const { userId, order } = await hands.atCheckout()
      for (let times = 0; times < 4; times++) {
        const started = await hands.repository.begin({ userId, owner: A, seen: getSeen(order) })
        if (isRefusal(started)) throw new Error(started.refused)
        await hands.repository.markSent(started.id, A)
        await hands.repository.settle(started, outcome(to))
      }
      expect(isRefusal(await hands.repository.begin({ userId, owner: A, seen: getSeen(order) }))).toBe(false)
    },
  )

  describe('the terminal', () => {
    test('goes to the first attempt in the queue once it is free', async () => {
      const { begun: first } = await hands.begin()
      const { begun: second } = await hands.begin()
      const { begun: third } = await hands.begin()
      expect(await hands.repository.claimTerminal(second.id, A)).toBeUndefined()
      expect(await hands.repository.nextInQueue(A)).not.toContain(second.id)
      await hands.repository.settle(first, outcome('DECLINED'))
      const next = await hands.repository.nextInQueue(A)
      expect([next.includes(second.id), next.includes(third.id)]).toEqual([true, false])
      expect(await hands.repository.claimTerminal(third.id, A)).toBeUndefined()
      expect(await hands.repository.claimTerminal(second.id, A)).toBeInstanceOf(Date)
      expect(await hands.repository.claimTerminal(third.id, A)).toBeUndefined()
      expect(await hands.under.attempt(second.id)).toMatchObject({ state: 'INTENT', isSent: false })
    })

    test('goes only to the attempt’s own server, and not after a cancel request', async () => {
      const { begun: first } = await hands.begin()
      const { begun, userId } = await hands.begin()
      await hands.repository.settle(first, outcome('DECLINED'))
      expect(await hands.repository.claimTerminal(begun.id, B)).toBeUndefined()
      expect(await hands.repository.nextInQueue(B)).not.toContain(begun.id)
      await hands.repository.requestCancel(userId)
      expect(await hands.repository.claimTerminal(begun.id, A)).toBeUndefined()
      expect(await hands.repository.nextInQueue(A)).not.toContain(begun.id)
      expect(await hands.under.attempt(begun.id)).toMatchObject({ state: 'QUEUED' })
    })

    test('can be taken again by the same attempt until the payment is sent', async () => {
      const { begun: first } = await hands.begin()
      const { begun } = await hands.begin()
      await hands.begin()
      await hands.repository.settle(first, outcome('DECLINED'))
      await hands.repository.claimTerminal(begun.id, A)
      expect(await hands.repository.claimTerminal(begun.id, A)).toBeInstanceOf(Date)
      await hands.repository.markSent(begun.id, A)
      expect(await hands.repository.claimTerminal(begun.id, A)).toBeUndefined()
    })
  })

  describe('marking a payment as sent', () => {
    test('succeeds only once', async () => {
      const { begun } = await hands.begin()
      expect(await hands.repository.markSent(begun.id, A)).toBeInstanceOf(Date)
      expect(await hands.repository.markSent(begun.id, A)).toBeUndefined()
      expect((await hands.repository.find(begun.id)).sentAt).toBeInstanceOf(Date)
    })

    test('succeeds only for the server that owns it, and only at the terminal', async () => {
      const { begun: first } = await hands.begin()
      const { begun: queued } = await hands.begin()
      expect(await hands.repository.markSent(first.id, B)).toBeUndefined()
      expect(await hands.repository.markSent(queued.id, A)).toBeUndefined()
      await hands.repository.settle(first, outcome('DECLINED'))
      expect(await hands.repository.markSent(first.id, A)).toBeUndefined()
    })
  })

  test('records whether the terminal responds, but not for a queued or settled attempt', async () => {
    const { begun } = await hands.sent()
    const { begun: queued } = await hands.begin()
    await hands.repository.recordState(queued.id, 'UNKNOWN')
    expect(await hands.under.attempt(queued.id)).toMatchObject({ state: 'QUEUED' })
    for (const state of ['UNKNOWN', 'SENT', 'UNKNOWN'] as const) {
      await hands.repository.recordState(begun.id, state)
      expect(await hands.under.attempt(begun.id)).toMatchObject({ state })
    }
    await hands.repository.settle(begun, outcome('DECLINED'))
    await hands.repository.recordState(begun.id, 'SENT')
    expect(await hands.under.attempt(begun.id)).toMatchObject({ state: 'DECLINED' })
  })
}
