import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { contract } from '#contract/index.ts'
import type { DatedVatClass } from '#contract/vat-rates.ts'
import type { DatabaseHandle } from '#server/db/connect.ts'
import { auditRoutes } from '#server/features/audit/routes.ts'
import { adminServer, type Admin, type AdminServer } from '#test/admin-server.ts'
import { addVatClass } from '#test/catalogue.ts'
import { testDatabase } from '#test/database.ts'
import { vatRateRoutes } from './routes.ts'

// In Helsinki it is 10 June by now.
let now = new Date('2026-06-09T21:30:00Z')
let database: DatabaseHandle
let server: AdminServer
let anna: Admin
let food: number
beforeAll(async () => {
  database = await testDatabase()
  server = await adminServer(database, {
    now: () => now,
    routes: (mount, context) => {
      mount(contract.vatRates, vatRateRoutes(context))
      mount(contract.audit, auditRoutes(context))
    },
  })
  anna = await server.admin()
  food = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1400, '2026-01-01': 1350 } })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const rates = async (id = food) => {
  const classes = (await anna.call('GET settings/vat-classes')).body as DatedVatClass[]
  return classes
    .find(each => each.id === id)
    ?.rates.map(({ valid_from, vat, state }) => `${valid_from} ${vat} ${state}`)
}
const add = (valid_from: string, vat: number, id = food) =>
  anna.call(`POST settings/vat-classes/${id}/rates`, { valid_from, vat, reason: 'a new law' })
const remove = (valid_from: string) => anna.call(`DELETE settings/vat-classes/${food}/rates/${valid_from}`)

test('a rate is added from a later day, begins on that day, and is never changed after that', async () => {
  expect(await rates()).toEqual(['2026-01-01 13.5 now', '2020-01-01 14 past'])
  expect(await add('2026-06-10', 12)).toMatchObject({ status: 409, body: { code: 'vat.begun' } })
  expect(await add('2026-06-11', 12.25)).toMatchObject({ status: 200 })
  expect(await rates()).toEqual(['2026-06-11 12.25 future', '2026-01-01 13.5 now', '2020-01-01 14 past'])
  now = new Date('2026-06-10T21:30:00Z')
  expect(await rates()).toEqual(['2026-06-11 12.25 now', '2026-01-01 13.5 past', '2020-01-01 14 past'])
  for (const day of ['2020-01-01', '2026-01-01', '2026-06-11'])
    expect(await remove(day)).toMatchObject({ status: 409, body: { code: 'vat.begun' } })
})

test('a rate that has not begun is removed again, and both are on the trail', async () => {
  expect((await add('2027-01-01', 10)).status).toBe(200)
  const twice = await add('2027-01-01', 11)
  expect(twice).toMatchObject({ status: 422, body: { problems: [{ field: 'valid_from', problem: 'taken' }] } })
  expect((await remove('2027-01-01')).status).toBe(200)
  expect((await remove('2027-01-01')).status).toBe(404)
  expect((await rates())?.[0]).toBe('2026-06-11 12.25 now')
  const { items } = (await anna.call(`GET audit/vatClass/${food}?size=2`)).body as { items: AuditEntry[] }
  expect(items.map(({ changes, reason }) => [changes, reason])).toEqual([
    [[{ field: 'rates.2027-01-01', from: 10, to: null }], null],
    [[{ field: 'rates.2027-01-01', from: null, to: 10 }], 'a new law'],
  ])
})

test('a class is added with the rate that it has from today on, under a name of its own', async () => {
  const made = await anna.call('POST settings/vat-classes', { name: ' books ', vat: 13.5 })
  expect(made).toMatchObject({ status: 200, body: { name: 'books' } })
  expect(await rates((made.body as DatedVatClass).id)).toEqual(['2026-06-11 13.5 now'])
  const again = await anna.call('POST settings/vat-classes', { name: 'books', vat: 10 })
  expect(again).toMatchObject({ status: 422, body: { problems: [{ field: 'name', problem: 'taken' }] } })
})

test.each([-1, 100.01, 13.555])('no rate is %d', async vat => {
  expect((await add('2028-01-01', vat)).status).toBe(422)
})

test('a class that is not there has no rates', async () => {
  expect((await add('2028-01-01', 10, 999_999)).status).toBe(404)
})
