import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/durations.ts'
import type { AttemptState } from '#domain/payments/attempt-states.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { A, outcome, type PlacedOrder, getSeen, type RepositoryDriver } from './repository-driver.ts'

/** The payment that a free terminal takes next. */
export function queuesFairly(hands: RepositoryDriver): void {
  const begin = async (userId: number, order: PlacedOrder) => {
    const started = await hands.repository.begin({ userId, owner: A, seen: getSeen(order) })
    if (isRefusal(started)) throw new Error(started.refused)
    return started
  }
  /** A shopper who had the terminal, and whose payment ended this way. */
  const after = async (to: AttemptState, { isSent = true } = {}) => {
    const shopper = await hands.begin()
    if (isSent) await hands.repository.markSent(shopper.begun.id, A)
    await hands.repository.settle(shopper.begun, outcome(to, to === 'APPROVED' ? 'SUCCESS' : 'UNKNOWN'))
    return { ...shopper, order: to === 'APPROVED' ? (await hands.under.place(shopper.userId))! : shopper.order }
  }
  /** Of two in the queue, the one who came first and another: who gets the terminal. */
  const winner = async ({ userId, order }: { userId: number; order: PlacedOrder }) => {
    const holder = await hands.begin()
    const first = await begin(userId, order)
    const { begun: second } = await hands.begin()
    await hands.repository.settle(holder.begun, outcome('NOT_PROCESSED'))
    const next = await hands.repository.nextInQueue(A)
    const claims = await Promise.all([first, second].map(({ id }) => hands.repository.claimTerminal(id, A)))
    expect([next.includes(first.id), next.includes(second.id)]).toEqual(claims.map(at => at !== undefined))
    return claims.map(at => at !== undefined)
  }

  describe('the queue of a terminal', () => {
    test.each(['CANCELLED', 'DECLINED', 'ABORTED'] as const)(
      'lets others go before a shopper whose payment there was %s',
      async to => {
        expect(await winner(await after(to))).toEqual([false, true])
      },
    )

    test.each([
      ['was not processed there', 'NOT_PROCESSED', true],
      ['was paid', 'APPROVED', true],
      ['never reached it', 'CANCELLED', false],
    ] as const)('is first come, first served for one whose payment %s', async (_what, to, isSent) => {
      expect(await winner(await after(to, { isSent }))).toEqual([true, false])
    })

    test.each([
      ['still lets others go first 23 hours later', 23, false],
      ['is first come, first served again 25 hours later', 25, true],
    ])('%s', async (_what, hours, isFirst) => {
      const cancelled = await after('CANCELLED')
      await hands.under.age(cancelled.begun.id, hours * HOUR_MS)
      expect(await winner(cancelled)).toEqual([isFirst, !isFirst])
    })

    test('lets who has paid there go before who has not, for 90 days, and up to two cancelled payments', async () => {
      const regular = await after('APPROVED')
      const places = async () => {
        const holder = await hands.begin()
        const first = await hands.begin()
        const second = await begin(regular.userId, regular.order)
        await hands.repository.settle(holder.begun, outcome('NOT_PROCESSED'))
        const next = await hands.repository.nextInQueue(A)
        const isFirst = next.includes(second.id)
        expect(next.includes(first.begun.id)).toBe(!isFirst)
        await hands.repository.settle(first.begun, outcome('NOT_PROCESSED'))
        await hands.repository.claimTerminal(second.id, A)
        await hands.repository.markSent(second.id, A)
        await hands.repository.settle(second, outcome('CANCELLED'))
        return isFirst
      }
      expect([await places(), await places(), await places(), await places()]).toEqual([true, true, true, false])
      const former = await after('APPROVED')
      await hands.under.age(former.begun.id, 91 * 24 * HOUR_MS)
      const { begun: holder } = await hands.begin()
      const first = await hands.begin()
      await begin(former.userId, former.order)
      await hands.repository.settle(holder, outcome('NOT_PROCESSED'))
      expect(await hands.repository.nextInQueue(A)).toContain(first.begun.id)
    })

    test('counts no payment in an app as one there', async () => {
      const { userId, order } = await after('CANCELLED')
      await hands.under.addApp()
      const inApp = await hands.repository.begin({ userId, owner: A, seen: getSeen(order), method: 'phone' })
      if (isRefusal(inApp)) throw new Error(inApp.refused)
      await hands.repository.markSent(inApp.id, A)
      await hands.repository.settle(inApp, outcome('APPROVED', 'SUCCESS'))
      expect(await winner({ userId, order: (await hands.under.place(userId))! })).toEqual([false, true])
    })

    test('lets who cancelled once go before who cancelled twice', async () => {
      const [once, twice] = [await after('CANCELLED'), await after('CANCELLED')]
      const again = await begin(twice.userId, twice.order)
      await hands.repository.markSent(again.id, A)
      await hands.repository.settle(again, outcome('CANCELLED'))
      const holder = await hands.begin()
      const [first, second] = [await begin(twice.userId, twice.order), await begin(once.userId, once.order)]
      await hands.repository.settle(holder.begun, outcome('NOT_PROCESSED'))
      expect(await hands.repository.claimTerminal(first.id, A)).toBeUndefined()
      expect(await hands.repository.claimTerminal(second.id, A)).toBeInstanceOf(Date)
    })

    test('is not joined by a shopper who cancelled and comes back where no one is', async () => {
      const { userId, order } = await after('CANCELLED')
      const started = await hands.repository.begin({ userId, owner: A, seen: getSeen(order), marksSent: true })
      expect(started).toMatchObject({ state: 'INTENT', sentAt: expect.any(Date) })
    })
  })
}
