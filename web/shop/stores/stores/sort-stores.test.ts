import { expect, test } from 'vitest'
import { onlyStoreNear, sortStores } from './sort-stores.ts'

const stores = [
  { id: 3, name: 'Åminnen puoti' },
  { id: 1, name: 'Teijon puoti' },
  { id: 2, name: 'Kirjakkalan puoti' },
]
const names = (list: { name: string }[]) => list.map(({ name }) => name)
const NOWHERE = new Map<number, number>()

test('without distances stores are sorted by name as a Finn would', () => {
  const sorted = sortStores(stores, { distances: NOWHERE, lastUsedId: undefined })
  expect(names(sorted)).toEqual(['Kirjakkalan puoti', 'Teijon puoti', 'Åminnen puoti'])
})

test('without distances the last used store comes first', () => {
  const sorted = sortStores(stores, { distances: NOWHERE, lastUsedId: 3 })
  expect(names(sorted)).toEqual(['Åminnen puoti', 'Kirjakkalan puoti', 'Teijon puoti'])
})

test('with distances the nearest comes first, whichever was used last', () => {
  const distances = new Map([[1, 900], [2, 5000], [3, 20]]) // prettier-ignore
  expect(names(sortStores(stores, { distances, lastUsedId: 2 }))).toEqual([
    'Åminnen puoti',
    'Teijon puoti',
    'Kirjakkalan puoti',
  ])
})

test('a store whose distance is not known comes last', () => {
  expect(names(sortStores(stores, { distances: new Map([[1, 900]]), lastUsedId: 3 }))[0]).toBe('Teijon puoti')
})

test('the only store within 200 m is where the shopper stands', () => {
  expect(onlyStoreNear(stores, new Map([[1, 200], [2, 201]]))?.id).toBe(1) // prettier-ignore
})

test('two stores within 200 m, or none, tell nothing', () => {
  expect(onlyStoreNear(stores, new Map([[1, 10], [2, 20]]))).toBeUndefined() // prettier-ignore
  expect(onlyStoreNear(stores, new Map([[1, 900]]))).toBeUndefined()
  expect(onlyStoreNear(stores, NOWHERE)).toBeUndefined()
})
