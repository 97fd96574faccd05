import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatedVatClass } from '#contract/catalogue/vat-rates.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addVatClass } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

// In Helsinki it is already 10 June.
let now = new Date('2026-06-09T21:30:00Z')
let database: DatabaseHandle
let server: Shop
let anna: Caller
let food: number
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, now: () => now, modules: ['catalogue', 'administration'] })
  anna = await server.caller('admin')
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

test('a rate is added for a later day and applies from that day', async () => {
  expect(await rates()).toEqual(['2026-01-01 13.5 now', '2020-01-01 14 past'])
  expect(await add('2026-06-10', 12)).toMatchObject({ status: 409, body: { code: 'vat.startInPast' } })
  expect(await add('2026-06-11', 12.25)).toMatchObject({ status: 200 })
  expect(await rates()).toEqual(['2026-06-11 12.25 future', '2026-01-01 13.5 now', '2020-01-01 14 past'])
  now = new Date('2026-06-10T21:30:00Z')
  expect(await rates()).toEqual(['2026-06-11 12.25 now', '2026-01-01 13.5 past', '2020-01-01 14 past'])
})

test('a rate that has not begun can be removed, and both changes are in the audit log', async () => {
  expect((await add('2027-01-01', 10)).status).toBe(200)
  const twice = await add('2027-01-01', 11)
  expect(twice).toMatchObject({ status: 422, body: { problems: [{ field: 'valid_from', problem: 'taken' }] } })
  expect((await remove('2027-01-01')).status).toBe(200)
  expect((await remove('2027-01-01')).status).toBe(404)
  expect((await rates())?.[0]).toBe('2026-06-11 12.25 now')
  const items = await listAuditEntries(anna, `vatClass/${food}?size=2`)
  expect(items.map(({ changes, reason }) => [changes, reason])).toEqual([
    [[{ field: 'rates.2027-01-01', from: 10, to: null }], null],
    [[{ field: 'rates.2027-01-01', from: null, to: 10 }], 'a new law'],
  ])
})

test('a class is added with a rate that applies from today, under a unique name', async () => {
  const made = await anna.call('POST settings/vat-classes', { name: ' books ', vat: 13.5 })
  expect(made).toMatchObject({ status: 200, body: { name: 'books' } })
  expect(await rates((made.body as DatedVatClass).id)).toEqual(['2026-06-11 13.5 now'])
  const again = await anna.call('POST settings/vat-classes', { name: 'books', vat: 10 })
  expect(again).toMatchObject({ status: 422, body: { problems: [{ field: 'name', problem: 'taken' }] } })
})

test.each([-1, 100.01, 13.555])('a rate of %d is refused', async vat => {
  expect((await add('2028-01-01', vat)).status).toBe(422)
})

test('a rate of a class that does not exist is refused', async () => {
  expect((await add('2028-01-01', 10, 999_999)).status).toBe(404)
})

const correct = (id: number, previous_vat: number, vat: number) =>
  anna.call(`PUT settings/vat-classes/${id}/rates/2026-01-01`, { vat, previous_vat, reason: 'mistyped' })
const getAuditLog = async (id: number) =>
  (await listAuditEntries(anna, `vatClass/${id}`)).map(({ action, changes }) => [
    action,
    ...changes.map(({ field, from, to }) => `${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
  ])

test('a rate that began and was never used is corrected, and removed where another one applies', async () => {
  const id = await addVatClass(database, { name: 'Virhe', rates: { '2026-01-01': 255 } })
  await addProduct(database, { vatClassId: id })
  expect(await correct(id, 25.5, 10)).toMatchObject({ status: 409, body: { code: 'record.changed' } })
  expect(await correct(id, 2.55, 25.5)).toMatchObject({ status: 200 })
  expect(await rates(id)).toEqual(['2026-01-01 25.5 now'])
  const only = await anna.call(`DELETE settings/vat-classes/${id}/rates/2026-01-01`)
  expect(only).toMatchObject({ status: 409, body: { code: 'vat.onlyRate' } })
  await database.kysely
    .insertInto('vat_rate')
    .values({ vat_class_id: id, valid_from: '2026-06-01', rate_basis_points: 900 })
    .execute()
  expect((await anna.call(`DELETE settings/vat-classes/${id}/rates/2026-06-01`)).status).toBe(200)
  expect(await rates(id)).toEqual(['2026-01-01 25.5 now'])
  expect(await getAuditLog(id)).toEqual([
    ['changed', 'rates.2026-06-01: 9 → null'],
    ['changed', 'rates.2026-01-01: 2.55 → 25.5'],
  ])
})

test('a class is renamed, and is removed only when no product has it', async () => {
  const { id } = (await anna.call('POST settings/vat-classes', { name: 'Kirjta', vat: 13.5 })).body as DatedVatClass
  const rename = (name: string, revision: number) =>
    anna.call(`PUT settings/vat-classes/${id}`, { name, revision, reason: 'misspelt' })
  expect(await rename('Kirjat', 1)).toMatchObject({ status: 200, body: { name: 'Kirjat', revision: 2 } })
  expect(await rename('Kirjoja', 1)).toMatchObject({ status: 409, body: { code: 'record.changed' } })
  expect(await rename('food', 2)).toMatchObject({ status: 422, body: { problems: [{ field: 'name' }] } })
  const productId = await addProduct(database, { vatClassId: id })
  const removeClass = () => anna.call(`DELETE settings/vat-classes/${id}`)
  expect(await removeClass()).toMatchObject({ status: 409, body: { code: 'record.inUse' } })
  await database.pool.query('UPDATE product_version SET vat_class_id = $2 WHERE product_id = $1', [productId, food])
  expect((await removeClass()).status).toBe(200)
  expect(await rates(id)).toBeUndefined()
  expect(await getAuditLog(id)).toEqual([
    ['removed', 'name: "Kirjat" → null', 'rates.2026-06-11: 13.5 → null'],
    ['changed', 'name: "Kirjta" → "Kirjat"'],
    ['created', 'name: null → "Kirjta"', 'rates.2026-06-11: null → 13.5'],
  ])
})
