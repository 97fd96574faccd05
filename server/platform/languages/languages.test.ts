import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('anyone can list the three languages, with English first', async () => {
  const { get } = await openShop({ database, modules: ['administration'] })
  const answer = await get('/api/languages')
  expect(answer.json()).toEqual([
    { id: 1001, code: 'en', name: 'English' },
    { id: 1002, code: 'fi', name: 'Suomi' },
    { id: 1003, code: 'sv', name: 'Svenska' },
  ])
})
