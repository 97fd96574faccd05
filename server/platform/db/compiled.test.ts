import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database/database.ts'
import { compiledOnce } from './compiled.ts'
import type { DatabaseHandle } from './connect.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('each call of a compiled query binds its own values, wherever the query uses them', async () => {
  let built = 0
  const languages = compiledOnce((db, { id, code }: { id: number; code: 'en' | 'fi' }) => {
    built++
    return db
      .selectFrom('language')
      .select(['id', 'code'])
      .where(from => from.or([from('id', '=', id), from('code', '=', code), from('code', '=', 'sv')]))
      .where(from => from.or([from('code', '=', code), from('id', '>', 0)]))
      .orderBy('code')
  })
  const all = await database.kysely.selectFrom('language').select(['id', 'code']).orderBy('code').execute()
  const [english, finnish, swedish] = all
  expect(all.map(({ code }) => code)).toEqual(['en', 'fi', 'sv'])
  expect(await languages(database.kysely, { id: english?.id ?? 0, code: 'fi' })).toEqual([english, finnish, swedish])
  expect(await languages(database.kysely, { id: -1, code: 'en' })).toEqual([english, swedish])
  expect(built).toBe(1)
})

test('a compiled query runs on the given connection, so that a transaction sees its own changes', async () => {
  const findByName = compiledOnce((db, { name }: { name: string }) =>
    db.selectFrom('supplier').select('name').where('name', '=', name),
  )
  const name = 'A supplier of one transaction'
  expect(await findByName(database.kysely, { name })).toEqual([])
  await database.kysely.transaction().execute(async trx => {
    await trx.insertInto('supplier').values({ name }).execute()
    expect(await findByName(trx, { name })).toEqual([{ name }])
    expect(await findByName(database.kysely, { name })).toEqual([])
  })
})
