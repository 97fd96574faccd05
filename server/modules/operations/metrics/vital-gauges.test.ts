import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatherVitals } from '#server/modules/operations/web-vitals/add-vital.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { vitalGauges } from './gauges.ts'

let database: DatabaseHandle
let context: Context
let addVital: ReturnType<typeof gatherVitals>
let closeServer: () => Promise<unknown>
let at: Date
beforeAll(async () => {
  database = await testDatabase()
  const server = await openShop({ database, now: () => at, modules: [] })
  context = server.context
  addVital = gatherVitals(context)
  closeServer = server.close
})
afterAll(async () => {
  await closeServer()
  await database.close()
})

const add = (name: 'LCP' | 'CLS', path: '/home' | 'other', values: number[]) =>
  Promise.all(values.map(value => addVital({ name, path, value, rating: 'good' })))

test('pages without a view in the last day have no metric', async () => {
  at = new Date('2026-04-01T11:00:00Z')
  await add('LCP', '/home', [9000, 9000, 9000, 9000, 9000])
  at = new Date('2026-04-02T12:30:00Z')
  expect((await vitalGauges(context)).map(({ values }) => values)).toEqual([[], []])
})

test('the 75th percentile of each page and measure over the last day is reported', async () => {
  at = new Date('2026-04-02T12:30:00Z')
  await add('LCP', '/home', [800, 900, 1000, 5000])
  await add('CLS', 'other', [0, 0, 0.02, 0.05])
  const [lcp, cls] = [
    { metric: 'LCP', page: '/home' },
    { metric: 'CLS', page: 'other' },
  ]
  expect(await vitalGauges(context)).toMatchObject([
    {
      name: 'puoti_web_vital_p75',
      values: [
        { labels: lcp, value: 1050 },
        { labels: cls, value: 0.0211 },
      ],
    },
    {
      name: 'puoti_web_vital_measurements',
      values: [
        { labels: lcp, value: 4 },
        { labels: cls, value: 4 },
      ],
    },
  ])
})
