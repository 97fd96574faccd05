import { afterEach, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addVatClass } from '#test/rows/catalogue.ts'
import { seedDemo } from './seed-demo.ts'
import { seedVatClasses } from './seed-vat-classes.ts'

let database: DatabaseHandle
afterEach(() => database.close())

const ratesOn = async (day: string) => {
  const { rows } = await database.pool.query<{ name: string; rate: number }>(
    `SELECT name, (SELECT rate_basis_points FROM vat_rate WHERE vat_class_id = vat_class.id AND valid_from <= $1
       ORDER BY valid_from DESC LIMIT 1) AS rate FROM vat_class ORDER BY id`,
    [day],
  )
  return rows.map(({ name, rate }) => `${name} ${rate}`)
}

test('a new shop gets the Finnish VAT classes with dated rates once, even if two servers start', async () => {
  database = await testDatabase()
  await Promise.all([seedVatClasses(database.kysely, 'fi-FI'), seedVatClasses(database.kysely, 'fi-FI')])
  await seedVatClasses(database.kysely, 'sv-FI')
  expect(await ratesOn('2026-01-01')).toEqual(['food 1350', 'general 2550', 'periodicals 1000', 'zero 0'])
  expect(await ratesOn('2025-12-31')).toEqual(['food 1400', 'general 2550', 'periodicals 1000', 'zero 0'])
  expect(await ratesOn('2024-08-31')).toEqual(['food 1400', 'general 2400', 'periodicals 1000', 'zero 0'])
})

test('a shop with a VAT class stays as it is', async () => {
  database = await testDatabase()
  await addVatClass(database, { name: 'own', rates: { '2020-01-01': 700 } })
  await seedVatClasses(database.kysely, 'fi-FI')
  expect(await ratesOn('2026-06-01')).toEqual(['own 700'])
})

test('a shop in a country without known rates starts without VAT classes', async () => {
  database = await testDatabase()
  await seedVatClasses(database.kysely, 'de-DE')
  expect(await ratesOn('2026-06-01')).toEqual([])
})

test('the demo shop can be seeded into a shop that already has VAT classes', async () => {
  database = await testDatabase()
  await seedVatClasses(database.kysely, 'fi-FI')
  await seedDemo(database.kysely, new Date('2026-03-02T08:00:00Z'))
  expect(await ratesOn('2026-06-01')).toEqual(['food 1350', 'general 2550', 'periodicals 1000', 'zero 0'])
})
