import { expect, test } from 'vitest'
import { fieldChanges } from './field-changes.ts'

test('a new record changes each of its non-null fields from null', () => {
  expect(fieldChanges(null, { name: 'Farm', names: { fi: 'Tila' }, age: null })).toEqual([
    { field: 'name', from: null, to: 'Farm' },
    { field: 'names.fi', from: null, to: 'Tila' },
  ])
})

test('a change lists the fields that differ, one by one', () => {
  const before = { price: 1.2, names: { en: 'Milk', fi: 'Maito' }, ages: [1, 2], same: [{ a: 1 }] }
  const after = { price: 1.3, names: { en: 'Milk', fi: 'Täysmaito' }, ages: [2, 1], same: [{ a: 1 }] }
  expect(fieldChanges(before, after)).toEqual([
    { field: 'ages', from: [1, 2], to: [2, 1] },
    { field: 'names.fi', from: 'Maito', to: 'Täysmaito' },
    { field: 'price', from: 1.2, to: 1.3 },
  ])
})

test('removing a record changes each of its fields to null', () => {
  expect(fieldChanges({ name: 'Farm' }, null)).toEqual([{ field: 'name', from: 'Farm', to: null }])
})

test('equal records have no changes', () => {
  expect(fieldChanges({ name: 'Farm', price: 0 }, { price: 0, name: 'Farm' })).toEqual([])
})
