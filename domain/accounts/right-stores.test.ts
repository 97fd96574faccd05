import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCovered, isSameRights, normaliseRights, toGrantedRights, toRightStores } from './right-stores.ts'
import { type GrantedRight, STORE_RIGHTS } from './store-rights.ts'
import { StoreScope } from './store-scope.ts'

const right = fc.record({
  kind: fc.constantFrom(...STORE_RIGHTS),
  storeId: fc.option(fc.integer({ min: 1, max: 5 })),
})
const rights = fc.array(right, { maxLength: 10 })

test('rights are listed by kind, a kind in all stores without single ones', () => {
  const listed = toRightStores([
    { kind: 'helper', storeId: 2 },
    { kind: 'keeper', storeId: 1 },
    { kind: 'helper', storeId: 1 },
    { kind: 'keeper', storeId: null },
  ])
  expect(listed).toEqual([
    { kind: 'keeper', storeIds: null },
    { kind: 'helper', storeIds: [1, 2] },
  ])
})

test('normalised rights allow the same in the same stores', () => {
  fc.assert(
    fc.property(rights, granted => {
      const normalised = normaliseRights(granted)
      for (const access of ['keeper', 'helper', 'bookkeeper'] as const) {
        const [before, after] = [granted, normalised].map(list =>
          StoreScope.ofPerson({ isAdmin: false, rights: list }, access),
        )
        for (const storeId of [1, 2, 3, 4, 5, 6]) expect(after?.has(storeId)).toBe(before?.has(storeId))
      }
      expect(normaliseRights(normalised)).toEqual(normalised)
      expect(toGrantedRights(toRightStores(granted))).toEqual(normalised)
    }),
  )
})

test('the order and repetitions of rights make no difference', () => {
  fc.assert(
    fc.property(rights, granted => {
      expect(isSameRights(granted, [...granted.toReversed(), ...granted])).toBe(true)
      expect(granted.every(each => isCovered(granted, each))).toBe(true)
    }),
  )
})

test.each<[GrantedRight[], GrantedRight, boolean]>([
  [[{ kind: 'keeper', storeId: null }], { kind: 'keeper', storeId: 7 }, true],
  [[{ kind: 'keeper', storeId: 7 }], { kind: 'keeper', storeId: null }, false],
  [[{ kind: 'keeper', storeId: 7 }], { kind: 'keeper', storeId: 8 }, false],
  [[{ kind: 'keeper', storeId: null }], { kind: 'bookkeeper', storeId: null }, false],
])('of %j, %j is covered: %s', (granted, each, covered) => {
  expect(isCovered(granted, each)).toBe(covered)
})
