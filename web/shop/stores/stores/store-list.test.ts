import { expect, test } from 'vitest'
import { onlyStoreNear, sortStores } from './store-list.tsx'

const stores = [
  { id: 3, name: 'Åminnen puoti' },
  { id: 1, name: 'Teijon puoti' },
  { id: 2, name: 'Kirjakkalan puoti' },
]
const names = (list: { name: string }[]) => list.map(({ name }) => name)
const NOWHERE = new Map<number, number>()

test('without distances stores are sorted by name in Finnish order', () => {
  const sorted = sortStores(stores, { distances: NOWHERE, lastUsedId: undefined })
  expect(names(sorted)).toEqual(['Kirjakkalan puoti', 'Teijon puoti', 'Åminnen puoti'])
})

test('without distances the last used store comes first', () => {
  const sorted = sortStores(stores, { distances: NOWHERE, lastUsedId: 3 })
  expect(names(sorted)).toEqual(['Åminnen puoti', 'Kirjakkalan puoti', 'Teijon puoti'])
})

test('with distances the nearest store comes first, whichever was used last', () => {
  const distances = new Map([[1, 900], [2, 5000], [3, 20]]) // prettier-ignore
  expect(names(sortStores(stores, { distances, lastUsedId: 2 }))).toEqual([
    'Åminnen puoti',
    'Teijon puoti',
    'Kirjakkalan puoti',
  ])
})

test('a store without a known distance comes after those with one', () => {
  expect(names(sortStores(stores, { distances: new Map([[1, 900]]), lastUsedId: 3 }))[0]).toBe('Teijon puoti')
})

test('a single store within 200 m counts as the shopper’s location', () => {
  expect(onlyStoreNear(stores, new Map([[1, 200], [2, 201]]))?.id).toBe(1) // prettier-ignore
})

test('no store, or more than one, within 200 m gives no location', () => {
  expect(onlyStoreNear(stores, new Map([[1, 10], [2, 20]]))).toBeUndefined() // prettier-ignore
  expect(onlyStoreNear(stores, new Map([[1, 900]]))).toBeUndefined()
  expect(onlyStoreNear(stores, NOWHERE)).toBeUndefined()
})
