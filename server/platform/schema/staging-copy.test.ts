import { expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#test/database/database.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { markStagingCopy, refuseOtherKind } from './staging-copy.ts'

test('a staging server refuses the database of a real shop, and a real shop that of a copy', async () => {
  const database = await testDatabase()
  const { kysely } = database
  // Neither has a store yet.
  await refuseOtherKind(kysely, true)
  await stockShop(database)
  await refuseOtherKind(kysely, false)
  await expect(refuseOtherKind(kysely, true)).rejects.toThrow('the database is that of a real shop')
  await markStagingCopy(kysely, new Date())
  await markStagingCopy(kysely, new Date())
  await refuseOtherKind(kysely, true)
  await expect(refuseOtherKind(kysely, false)).rejects.toThrow('The database is a staging copy')
  await database.close()
})

test('a database without tables may become either', async () => {
  const database = await emptyDatabase()
  for (const isStaging of [true, false]) await refuseOtherKind(database.kysely, isStaging)
  await database.close()
})
