import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const openOperator = () => openShop({ database, modules: ['administration'] })
const terms = (version: string) =>
  JSON.stringify({
    en: { title: `Terms ${version}`, paragraphs: ['One', 'Two'] },
    fi: { title: `Ehdot ${version}`, paragraphs: ['Yksi'] },
    sv: { title: `Villkor ${version}`, paragraphs: [] },
  })

test('the terms are empty before any are published', async () => {
  const { get } = await openOperator()
  expect((await get('/api/operator')).json()).toMatchObject({ name: '', terms: { title: '', paragraphs: [] } })
})

test('anyone can read the operator and the newest terms in their language', async () => {
  const { get } = await openOperator()
  await database.kysely.updateTable('operator').set({ name: 'Kylän Puodit Oy', business_id: '9012346-8' }).execute()
  for (const version of ['1', '2'])
    await database.kysely
      .insertInto('terms_version')
      .values({ texts: terms(version) })
      .execute()
  expect((await get('/api/operator')).json()).toMatchObject({
    name: 'Kylän Puodit Oy',
    business_id: '9012346-8',
    terms: { id: 1002, title: 'Terms 2', paragraphs: ['One', 'Two'] },
  })
  expect((await get('/api/operator?lang=fi')).json()).toMatchObject({
    terms: { title: 'Ehdot 2', paragraphs: ['Yksi'] },
  })
  expect((await get('/api/operator?lang=sv')).json()).toMatchObject({ terms: { title: 'Villkor 2' } })
})
