import { expect, test } from 'vitest'
import type { RecordFields } from '#domain/record-fields.ts'
import {
  brokenWholes,
  groupIn,
  inFormOrder,
  missingIn,
  newTypedRecord,
  problemsAmong,
  recordIn,
  typedRecord,
} from './record-fields.ts'

const FIELDS = {
  name: { kind: 'text', maxLength: 10, required: true },
  note: { kind: 'text', maxLength: 10, optional: true },
  price: { kind: 'euros', required: true },
  deposit: { kind: 'euros', initial: 0, isBlankAtZero: true },
  weight: { kind: 'quantity', optional: true },
  weight_unit: { kind: 'choice', options: ['kg', 'l'], optional: true, goesWith: 'weight' },
  place: { kind: 'whole', min: -5, max: 5, initial: 0 },
  maker: { kind: 'id', required: true },
  barcode: { kind: 'code', optional: true },
  sold: { kind: 'flag', initial: true },
} as const satisfies RecordFields

const record = {
  name: 'Milk',
  note: null,
  price: 2.5,
  deposit: 0,
  weight: 0.125,
  weight_unit: 'kg',
  place: -2,
  maker: 1001,
  barcode: null,
  sold: false,
} as const
const typed = typedRecord(FIELDS, record)

test('a record is typed with decimal commas, and what is null is empty', () => {
  expect(typed).toEqual({
    name: 'Milk',
    note: '',
    price: '2,50',
    deposit: '',
    weight: '0,125',
    weight_unit: 'kg',
    place: '-2',
    maker: '1001',
    barcode: '',
    sold: false,
  })
  expect(recordIn(FIELDS, typed)).toEqual(record)
})

test('a new record has its initial values, and empty fields otherwise', () => {
  const empty = { name: '', note: '', price: '', weight: '', weight_unit: '', maker: '', barcode: '' }
  expect(newTypedRecord(FIELDS)).toEqual({ ...empty, deposit: '', place: '0', sold: true })
})

test('spaces around texts and in codes are not sent, and an invalid number is NaN', () => {
  const spaced = { ...typed, name: ' Milk ', note: ' ', barcode: ' 64 10 ', deposit: '0,4', place: '' }
  expect(recordIn(FIELDS, spaced)).toEqual({ ...record, barcode: '6410', deposit: 0.4, place: 0 })
  expect(recordIn(FIELDS, { ...typed, weight: 'much' }).weight).toBeNaN()
})

test('empty required fields are missing, and whole numbers stay within their limits', () => {
  expect(missingIn(FIELDS, typed)).toEqual([])
  expect(missingIn(FIELDS, { ...typed, name: ' ', maker: '' })).toEqual(['name', 'maker'])
  expect(brokenWholes(FIELDS, { ...typed, place: '' })).toEqual([])
  for (const place of ['6', '-6', '1,5', 'first'])
    expect(brokenWholes(FIELDS, { ...typed, place })).toEqual([{ field: 'place', min: -5, max: 5 }])
})

test('a field is merged with the one that it makes sense with', () => {
  expect(['weight', 'weight_unit', 'stores.1'].map(groupIn(FIELDS))).toEqual(['weight', 'weight', 'stores.1'])
})

test('each field has its first problem, in the order of the form', () => {
  const problems = [
    { field: 'whole form', text: '1' },
    { field: 'price', text: '2' },
    { field: 'name', text: '3' },
    { field: 'price', text: '4' },
  ]
  expect(inFormOrder(problems, typed).map(({ text }) => text)).toEqual(['3', '2', '1'])
})

test('only known kinds of the server’s problems are kept', () => {
  const required = { field: 'name', problem: 'required', count: 1 }
  const problems = [required, { field: 'name', problem: 'later' }, { problem: 'required' }, null, 'required']
  expect(problemsAmong(problems, ['required'])).toEqual([required])
  expect(problemsAmong(undefined, ['required'])).toEqual([])
})
