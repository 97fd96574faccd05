import { beforeEach, describe, expect, test } from 'vitest'
import type { AttemptState, StringCode } from '#domain/attempt-states.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { Attempt } from '#server/features/payments/attempts.ts'
import type { PaymentBook } from '#server/features/payments/payment-book.ts'
import type { Outcome } from '#server/features/payments/settle-attempt.ts'
import { isRefusal } from '#server/http/refusal.ts'

export type PlacedOrder = { id: number; totalCents: number }

/** A payment book in a store of its own with one terminal, and what else happens to its rows. */
export type BookUnderTest = {
  book: PaymentBook
  newShopper: () => Promise<number>
  /** An order of two lines at checkout; undefined when it is refused. */
  place: (userId: number) => Promise<PlacedOrder | undefined>
  /** The shopper cancels the order at checkout; false when there is none. */
  cancel: (userId: number) => Promise<boolean>
  /** Somebody cancels it past all guards. */
  forceCancel: (orderId: number) => Promise<void>
  order: (orderId: number) => Promise<{ status: OrderStatus; isCancelled: boolean }>
  attempt: (attemptId: number) => Promise<{ state: AttemptState; owner: string | null; isSent: boolean }>
  /** How often the order's lines moved stock, line by line. */
  moves: (orderId: number) => Promise<number[]>
  /** What the order's trail says that it became. */
  trail: (orderId: number) => Promise<string[]>
  /** As if all of the attempt were so much longer ago, its lease too. */
  age: (attemptId: number, ms: number) => Promise<void>
}

const A = 'server a'
const B = 'server b'
const outcome = (to: AttemptState, stringCode: StringCode = 'UNKNOWN'): Outcome => ({ to, stringCode, source: 'live' })
const MINUTE_MS = 60_000

/** What every payment book must do. */
export function bookConformance(name: string, open: () => Promise<BookUnderTest>): void {
  describe(`the payment book ${name}`, () => {
    let under: BookUnderTest
    let book: PaymentBook
    beforeEach(async () => {
      under = await open()
      book = under.book
    })

    const atCheckout = async () => {
      const userId = await under.newShopper()
      return { userId, order: (await under.place(userId))! }
    }
    const seenOf = ({ id, totalCents }: PlacedOrder) => ({ order_id: id, total_amount: eurosFromCents(totalCents) })
    const begin = async (owner = A) => {
      const { userId, order } = await atCheckout()
      const begun = await book.begin({ userId, owner, seen: seenOf(order) })
      if (isRefusal(begun)) throw new Error(begun.refused)
      return { userId, order, begun }
    }
    const sent = async () => {
      const payment = await begin()
      await book.markSent(payment.begun.id, A)
      return payment
    }

    describe('begins a payment', () => {
      test('with the order pending and an attempt at the free terminal, which nobody was told of', async () => {
        const { userId, order, begun } = await begin()
        expect(begun).toMatchObject({
          state: 'INTENT',
          userId,
          orderId: order.id,
          sentAt: null,
          abortRequestedAt: null,
        })
        expect(begun.payment.amountCents).toBe(order.totalCents)
        expect(await book.find(begun.id)).toEqual(begun)
        expect(await book.findOpen(userId)).toEqual(begun)
        expect(await under.order(order.id)).toEqual({ status: 'payment_pending', isCancelled: false })
        expect(await under.attempt(begun.id)).toEqual({ state: 'INTENT', owner: A, isSent: false })
      })

      test('in line while someone is at the terminal, for three minutes instead of two', async () => {
        const first = await begin()
        const { begun } = await begin(B)
        expect(begun.state).toBe('QUEUED')
        const later = begun.deadlineAt.getTime() - first.begun.deadlineAt.getTime()
        expect(Math.round(later / MINUTE_MS)).toBe(1)
      })

      test('once, of two that are asked for at once', async () => {
        const { userId, order } = await atCheckout()
        const wish = { userId, seen: seenOf(order) }
        const begun = await Promise.all([A, B].map(owner => book.begin({ ...wish, owner })))
        expect(begun.filter(isRefusal)).toEqual([{ refused: 'order.none' }])
      })

      test('at the terminal for one of two shoppers who come at once', async () => {
        const shoppers = [await atCheckout(), await atCheckout()]
        const begun = await Promise.all(shoppers.map(({ userId }) => book.begin({ userId, owner: A, seen: undefined })))
        const states = begun.map(each => (isRefusal(each) ? each.refused : each.state))
        expect(states.toSorted()).toEqual(['INTENT', 'QUEUED'])
      })

      test('of nothing but the order at checkout that was seen, at the price that was seen', async () => {
        const { userId, order } = await atCheckout()
        const another = { ...order, id: order.id + 1_000_000 }
        const dearer = { ...order, totalCents: order.totalCents + 1 }
        expect(await book.begin({ userId, owner: A, seen: seenOf(another) })).toEqual({ refused: 'order.none' })
        expect(await book.begin({ userId, owner: A, seen: seenOf(dearer) })).toEqual({ refused: 'order.changed' })
        expect(await under.order(order.id)).toMatchObject({ status: 'checkout' })
        expect(await book.findOpen(userId)).toBeUndefined()
        await under.cancel(userId)
        expect(await book.begin({ userId, owner: A, seen: seenOf(order) })).toEqual({ refused: 'order.none' })
      })
    })

    describe('gives the terminal', () => {
      test('to the first in line when it is free, and not before', async () => {
        const { begun: first } = await begin()
        const { begun: second } = await begin()
        const { begun: third } = await begin()
        expect(await book.takeTerminal(second.id, A)).toBeUndefined()
        await book.settle(first, outcome('DECLINED'))
        expect(await book.takeTerminal(third.id, A)).toBeUndefined()
        expect(await book.takeTerminal(second.id, A)).toBeInstanceOf(Date)
        expect(await book.takeTerminal(third.id, A)).toBeUndefined()
        expect(await under.attempt(second.id)).toMatchObject({ state: 'INTENT', isSent: false })
      })

      test('to its own server alone, and to nobody who wants to stop', async () => {
        const { begun: first } = await begin()
        const { begun, userId } = await begin()
        await book.settle(first, outcome('DECLINED'))
        expect(await book.takeTerminal(begun.id, B)).toBeUndefined()
        await book.requestAbort(userId)
        expect(await book.takeTerminal(begun.id, A)).toBeUndefined()
        expect(await under.attempt(begun.id)).toMatchObject({ state: 'QUEUED' })
      })

      test('again to who has it and did not hear so, until the payment was sent', async () => {
        const { begun: first } = await begin()
        const { begun } = await begin()
        await begin()
        await book.settle(first, outcome('DECLINED'))
        await book.takeTerminal(begun.id, A)
        expect(await book.takeTerminal(begun.id, A)).toBeInstanceOf(Date)
        await book.markSent(begun.id, A)
        expect(await book.takeTerminal(begun.id, A)).toBeUndefined()
      })
    })

    describe('lets a payment be sent', () => {
      test('once', async () => {
        const { begun } = await begin()
        expect(await book.markSent(begun.id, A)).toBeInstanceOf(Date)
        expect(await book.markSent(begun.id, A)).toBeUndefined()
        expect((await book.find(begun.id)).sentAt).toBeInstanceOf(Date)
      })

      test('by the server that holds it, from the terminal', async () => {
        const { begun: first } = await begin()
        const { begun: queued } = await begin()
        expect(await book.markSent(first.id, B)).toBeUndefined()
        expect(await book.markSent(queued.id, A)).toBeUndefined()
        await book.settle(first, outcome('DECLINED'))
        expect(await book.markSent(first.id, A)).toBeUndefined()
      })
    })

    test('notes that the terminal has it, or is silent, and nothing on one in line or with an outcome', async () => {
      const { begun } = await sent()
      const { begun: queued } = await begin()
      await book.noteState(queued.id, 'UNKNOWN')
      expect(await under.attempt(queued.id)).toMatchObject({ state: 'QUEUED' })
      for (const state of ['UNKNOWN', 'SENT', 'UNKNOWN'] as const) {
        await book.noteState(begun.id, state)
        expect(await under.attempt(begun.id)).toMatchObject({ state })
      }
      await book.settle(begun, outcome('DECLINED'))
      await book.noteState(begun.id, 'SENT')
      expect(await under.attempt(begun.id)).toMatchObject({ state: 'DECLINED' })
    })

    describe('writes an outcome', () => {
      test.each([
        ['APPROVED', 'complete'],
        ['DECLINED', 'checkout'],
        ['CANCELLED', 'checkout'],
        ['ABORTED', 'checkout'],
        ['NOT_PROCESSED', 'checkout'],
        ['UNRESOLVED', 'error'],
        ['REVIEW', 'error'],
      ] as const)('%s: the order is %s, once', async (to, status) => {
        const { begun, order } = await sent()
        expect(await book.settle(begun, outcome(to, 'TIMEOUT'))).toEqual({ state: to, stringCode: 'TIMEOUT' })
        expect(await book.settle(begun, outcome(to))).toBeUndefined()
        expect(await under.attempt(begun.id)).toMatchObject({ state: to })
        expect((await book.find(begun.id)).stringCode).toBe('TIMEOUT')
        expect(await under.order(order.id)).toEqual({ status, isCancelled: false })
        expect(await under.trail(order.id)).toEqual([status])
        expect(await under.moves(order.id)).toEqual(to === 'APPROVED' ? [1, 1] : [0, 0])
      })

      test('which nothing that comes later changes', async () => {
        const { begun, order } = await sent()
        await book.settle(begun, outcome('DECLINED'))
        expect(await book.settle(begun, outcome('APPROVED', 'SUCCESS'))).toBeUndefined()
        expect(await under.order(order.id)).toMatchObject({ status: 'checkout' })
        expect(await under.moves(order.id)).toEqual([0, 0])
      })

      test('of an unknown one when it is known at last', async () => {
        const { begun, order } = await sent()
        await book.settle(begun, outcome('UNRESOLVED'))
        await book.settle(await book.find(begun.id), outcome('APPROVED', 'SUCCESS'))
        expect(await under.order(order.id)).toMatchObject({ status: 'complete' })
        expect(await under.trail(order.id)).toEqual(['error', 'complete'])
        expect(await under.moves(order.id)).toEqual([1, 1])
      })

      test('for who only knows that it was not sent: not when it was', async () => {
        const { begun: there } = await begin()
        const { begun: queued } = await begin()
        await book.markSent(there.id, A)
        const unsent = { ...outcome('NOT_PROCESSED'), onlyUnsent: true } as const
        expect(await book.settle(there, unsent)).toBeUndefined()
        expect(await book.settle(queued, unsent)).toMatchObject({ state: 'NOT_PROCESSED' })
      })

      test('for a person to look at, when money was taken for an order that did not wait for it', async () => {
        const { begun, order } = await sent()
        await under.forceCancel(order.id)
        expect(await book.settle(begun, outcome('APPROVED', 'SUCCESS'))).toMatchObject({ state: 'REVERSAL_DUE' })
        expect(await under.moves(order.id)).toEqual([0, 0])
        expect(await under.order(order.id)).toMatchObject({ isCancelled: true })
      })

      test('and cancels the order instead of bringing it back beside another', async () => {
        const { begun, order, userId } = await sent()
        await book.settle(begun, outcome('UNRESOLVED'))
        const another = await under.place(userId)
        await book.settle(await book.find(begun.id), outcome('DECLINED'))
        expect(await under.order(order.id)).toEqual({ status: 'checkout', isCancelled: true })
        expect(await under.order(another!.id)).toEqual({ status: 'checkout', isCancelled: false })
        expect(await under.trail(order.id)).toEqual(['error', 'cancelled'])
      })
    })

    test('keeps an order that is being paid from being cancelled or replaced, and no other', async () => {
      const { begun, order, userId } = await begin()
      expect(await under.cancel(userId)).toBe(false)
      expect(await under.place(userId)).toBeUndefined()
      await book.settle(begun, outcome('DECLINED'))
      const another = await under.place(userId)
      expect(await under.order(order.id)).toMatchObject({ isCancelled: true })
      expect(await under.cancel(userId)).toBe(true)
      expect(await under.order(another!.id)).toMatchObject({ isCancelled: true })
    })

    test('keeps when the shopper first asked to stop', async () => {
      const { begun, userId } = await begin()
      expect(await book.requestAbort(userId)).toBe(begun.id)
      const { abortRequestedAt } = await book.find(begun.id)
      expect(abortRequestedAt).toBeInstanceOf(Date)
      await book.requestAbort(userId)
      expect(await book.find(begun.id)).toMatchObject({ abortRequestedAt })
      await book.settle(begun, outcome('CANCELLED'))
      expect(await book.requestAbort(userId)).toBeUndefined()
    })

    describe('knows who leads an attempt', () => {
      const claimedBy = async (owner: string) => (await book.claimLapsed(owner)).map(({ id }: Attempt) => id)

      test('and renews for that server alone, with what the shopper asked meanwhile', async () => {
        const { begun, userId } = await begin()
        expect(await book.renewLeases(A, [begun.id])).toEqual(new Map([[begun.id, { abortRequestedAt: null }]]))
        expect(await book.renewLeases(A, [])).toEqual(new Map())
        expect(await book.renewLeases(B, [begun.id])).toEqual(new Map())
        await book.requestAbort(userId)
        expect((await book.renewLeases(A, [begun.id])).get(begun.id)?.abortRequestedAt).toBeInstanceOf(Date)
        await book.settle(begun, outcome('CANCELLED'))
        expect(await book.renewLeases(A, [begun.id])).toEqual(new Map())
      })

      test('and gives it to another when the lease has lapsed, and to one', async () => {
        const { begun } = await begin()
        expect(await claimedBy(B)).not.toContain(begun.id)
        await under.age(begun.id, 8001)
        await book.renewLeases(A, [begun.id])
        expect(await claimedBy(B)).not.toContain(begun.id)
        await under.age(begun.id, 8001)
        expect(await claimedBy(B)).toContain(begun.id)
        expect(await claimedBy('server c')).not.toContain(begun.id)
        expect(await under.attempt(begun.id)).toMatchObject({ owner: B })
        expect(await book.markSent(begun.id, A)).toBeUndefined()
      })

      test('and gives it to another at once when it is handed back', async () => {
        const { begun } = await begin()
        await book.handBack(B)
        expect(await under.attempt(begun.id)).toMatchObject({ owner: A })
        await book.handBack(A)
        expect(await under.attempt(begun.id)).toMatchObject({ owner: null })
        expect(await claimedBy(B)).toContain(begun.id)
      })

      test('of an unknown outcome for two days, of a known one never', async () => {
        const { begun: unknown } = await sent()
        await book.settle(unknown, outcome('UNRESOLVED'))
        const { begun: known } = await sent()
        await book.settle(known, outcome('DECLINED'))
        for (const { id } of [unknown, known]) await under.age(id, 10_000)
        const claimed = await claimedBy(B)
        expect(claimed).toContain(unknown.id)
        expect(claimed).not.toContain(known.id)
        await under.age(unknown.id, 48 * 60 * MINUTE_MS)
        expect(await claimedBy(A)).not.toContain(unknown.id)
      })
    })
  })
}
