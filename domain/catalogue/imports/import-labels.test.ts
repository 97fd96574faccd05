import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStores, writeStores } from './import-labels.ts'

const STORES = [
  { id: 1001, name: 'Mathildedalin puoti' },
  { id: 1002, name: 'Teijo, satama' },
  { id: 1003, name: '1001' },
  { id: 1004, name: 'Kylä' },
  { id: 1005, name: 'kylä' },
]

describe('a cell with stores', () => {
  test.each([
    ['mathildedalin PUOTI', [1001]],
    ['1004, Mathildedalin puoti;1004', [1001, 1004]],
    ['Teijo, satama', [1002]],
    ['1001', [1001]],
    ['kaikki', [1001, 1002, 1003, 1004, 1005]],
    ['ei missään', []],
    [' - ', []],
  ])('is read from "%s"', (text, ids) => {
    expect(readStores(text, STORES)).toEqual({ ids })
  })

  test('is refused with the first name that no store or more than one store has', () => {
    expect(readStores('Mathildedalin puoti, Kirjakkala', STORES)).toEqual({ problem: 'unknown', value: 'Kirjakkala' })
    expect(readStores('999', STORES)).toEqual({ problem: 'unknown', value: '999' })
    expect(readStores('Kylä', STORES)).toEqual({ problem: 'ambiguous', value: 'Kylä' })
  })

  test('is written with names where they are unambiguous, and with ids otherwise', () => {
    expect(writeStores([1001, 1002, 1003, 1004], STORES)).toBe('Mathildedalin puoti, 1002, 1003, 1004')
    expect(writeStores([], STORES)).toBe('none')
  })

  test('reads back as the same stores, whatever their names are', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('all', 'none', '-', ' ', '12', 'a,b', 'A', 'a'))
    const stores = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 20 }), name }), {
      selector: ({ id }) => id,
      minLength: 1,
    })
    fc.assert(
      fc.property(stores, fc.array(fc.boolean()), (all, picks) => {
        const ids = all.filter((_store, at) => picks[at]).map(({ id }) => id)
        expect(readStores(writeStores(ids, all), all)).toEqual({ ids: ids.toSorted((a, b) => a - b) })
      }),
      { numRuns: 2000 },
    )
  })
})
