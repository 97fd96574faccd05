import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { testDatabase } from '#test/database.ts'
import { Chances } from '#test/faults/chances.ts'
import { inTier } from '#test/tier.ts'
import { bookConformance } from './book-conformance.ts'
import { finish, memoryBookUnderTest, sqlBookUnderTest } from './books-under-test.ts'
import { BookWalk } from './book-walk.ts'
import { MemoryBook } from './memory-book.ts'
import { MemoryRows } from './memory-rows.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

bookConformance('in PostgreSQL', () => sqlBookUnderTest(database))
bookConformance('in memory', memoryBookUnderTest)

test('both books say the same of the same acts, whatever these are', async () => {
  const seed = String(process.env.SEED ?? Date.now())
  for (let round = 0; round < inTier({ merge: 1, full: 12 }); round++) {
    const walks = [await sqlBookUnderTest(database), await memoryBookUnderTest()].map(
      under => new BookWalk(under, new Chances(`${seed}/${round}`)),
    )
    for (const walk of walks) await walk.begin()
    for (let act = 0; act < 60; act++) {
      const [real, memory] = [await walks[0]!.act(), await walks[1]!.act()]
      expect(memory, `seed ${seed}, round ${round}, act ${act}`).toEqual(real)
    }
    // The next round's store has no part in this one's attempts.
    await database.kysely.updateTable('payment_attempt').set({ state: 'NOT_PROCESSED' }).execute()
  }
}, 120_000)

test('of two who have looked at the free terminal at the same moment, the fence lets one there', () => {
  const book = new MemoryBook(new MemoryRows(() => 0), [1])
  const line = { productId: 1, quantityThousandths: 1000, totalCents: 290 }
  const works = [1, 2].map(userId => {
    finish(book.place(userId, [{ ...line, id: userId }]))
    return book.begin({ userId, owner: 'server a', seen: undefined })
  })
  for (const work of works) work.next()
  const begun = works.map(finish)
  expect(begun.map(each => (isRefusal(each) ? each.refused : each.state))).toEqual(['INTENT', 'QUEUED'])
})
