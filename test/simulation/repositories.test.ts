import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { testDatabase } from '#test/database.ts'
import { Chances } from '#test/faults/chances.ts'
import { inTier } from '#test/tier.ts'
import { MemoryRepository } from './memory-repository.ts'
import { MemoryRows } from './memory-rows.ts'
import { finish, memoryRepositoryUnderTest, sqlRepositoryUnderTest } from './repositories-under-test.ts'
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
    // The next round's store must not claim this round's attempts.
    await database.kysely.updateTable('payment_attempt').set({ state: 'NOT_PROCESSED' }).execute()
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
  const begun = works.map(finish)
  expect(begun.map(each => (isRefusal(each) ? each.refused : each.state))).toEqual(['INTENT', 'QUEUED'])
})
