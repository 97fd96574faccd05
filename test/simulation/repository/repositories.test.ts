import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { testDatabase } from '#test/database/database.ts'
import { Chances } from '#test/faults/chances.ts'
import { inTier } from '#test/tier.ts'
import { finish } from '../memory/memory-orders.ts'
import { MemoryRefundRequests } from '../memory/memory-refund-requests.ts'
import { MemoryRepository } from '../memory/memory-repository.ts'
import { MemoryRows } from '../memory/memory-rows.ts'
import { memoryRepositoryUnderTest, sqlRepositoryUnderTest } from './repositories-under-test.ts'
import { repositoryConformance } from './repository-conformance.ts'
import { RepositoryWalk } from './repository-walk.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

repositoryConformance('in PostgreSQL', () => sqlRepositoryUnderTest(database))
repositoryConformance('in memory', memoryRepositoryUnderTest)

test('both repositories return the same results for the same random operations', async () => {
  const seed = String(process.env.SEED ?? Date.now())
  for (let round = 0; round < inTier({ merge: 1, full: 12 }); round++) {
    const walks = [await sqlRepositoryUnderTest(database), await memoryRepositoryUnderTest()].map(
      under => new RepositoryWalk(under, new Chances(`${seed}/${round}`)),
    )
    for (const walk of walks) await walk.begin()
    for (let act = 0; act < 60; act++) {
      const [real, memory] = [await walks[0]!.act(), await walks[1]!.act()]
      expect(memory, `seed ${seed}, round ${round}, act ${act}`).toEqual(real)
    }
    // The next round's store must not claim this round's attempts and refunds.
    await database.kysely.updateTable('payment_attempt').set({ state: 'NOT_PROCESSED' }).execute()
    const ended = { state: 'NOT_PROCESSED', outcome_at: new Date() } as const
    await database.kysely.updateTable('refund').set(ended).execute()
  }
}, 120_000)

test('of two payments that both read the terminal as free, one gets it and the other is queued', () => {
  const repository = new MemoryRepository(new MemoryRows(() => 0), [1])
  const line = { productId: 1, quantityThousandths: 1000, totalCents: 290 }
  const works = [1, 2].map(userId => {
    finish(repository.place(userId, [{ ...line, id: userId }]))
    return repository.begin({ userId, owner: 'server a', seen: undefined })
  })
  for (const work of works) work.next()
  const started = works.map(finish)
  expect(started.map(each => (isRefusal(each) ? each.refused : each.state))).toEqual(['INTENT', 'QUEUED'])
})

test('of a payment and a refund that both read the terminal as free, the refund gets it and the payment is queued', () => {
  const rows = new MemoryRows(() => 0)
  const [payments, refunds] = [new MemoryRepository(rows, [1]), new MemoryRefundRequests(rows)]
  const place = (userId: number) => {
    const line = { id: userId, productId: 1, quantityThousandths: 1000, totalCents: 290 }
    const placed = finish(payments.place(userId, [line]))
    if (isRefusal(placed)) throw new Error(placed.refused)
    return placed
  }
  const begin = (userId: number) => payments.begin({ userId, owner: 'server a', seen: undefined })
  const order = place(1)
  const paid = finish(begin(1))
  if (isRefusal(paid)) throw new Error(paid.refused)
  finish(payments.markSent(paid.id, 'server a'))
  finish(payments.settle(paid, { to: 'APPROVED', stringCode: 'SUCCESS', source: 'live' }))
  const request = { orderId: order.id, expectedCents: 0, lines: 'all', returnsStock: false } as const
  const refund = finish(refunds.request({ ...request, userId: 1, owner: 'server a', reason: 'spoiled' }))
  if (isRefusal(refund)) throw new Error(refund.refused)
  place(2)
  const [paying, refunding] = [begin(2), refunds.claimTerminal(refund.id, 'server a')]
  paying.next()
  refunding.next()
  expect(finish(refunding)).toBeInstanceOf(Date)
  expect(finish(paying)).toMatchObject({ state: 'QUEUED' })
})
