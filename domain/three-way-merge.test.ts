import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fields, groupFields, mergeFields, mergeOrder } from './three-way-merge.ts'

// Few fields and few values, so that all combinations of equal and different versions occur.
const NAMES = ['price', 'name', 'latitude', 'longitude', 'rows.1', 'rows.2']
const value = fc.constantFrom('a', 'b', 'c', true, false)
const fields: fc.Arbitrary<Fields> = fc.dictionary(fc.constantFrom(...NAMES), value)
const versions = fc.record({ base: fields, mine: fields, theirs: fields })
const byPlace = (field: string) => (field.endsWith('itude') ? 'place' : field)
const grouping = fc.constantFrom((field: string) => field, byPlace)
const pick = (record: Fields, names: readonly string[]) => names.map(name => record[name])

describe('a merge of two edits of a record', () => {
  test('keeps edits of different fields from both', () => {
    const base = { price: '2,75', name: 'Oat milk' }
    const merged = mergeFields({ base, mine: { ...base, name: 'Oat drink' }, theirs: { ...base, price: '2,85' } })
    expect(merged).toEqual({ fields: { price: '2,85', name: 'Oat drink' }, conflicts: [], fromTheirs: ['price'] })
  })

  test('asks only about fields that both changed to different values', () => {
    const merged = mergeFields({
      base: { price: '1', name: 'a', unit: 'kg' },
      mine: { price: '2', name: 'b', unit: 'l' },
      theirs: { price: '3', name: 'a', unit: 'l' },
    })
    expect(merged).toMatchObject({ conflicts: ['price'], fromTheirs: [] })
    expect(merged.fields).toEqual({ price: '2', name: 'b', unit: 'l' })
  })

  test('asks about a row that one side removed and the other changed', () => {
    const base = { 'rows.1': 'a', 'rows.2': 'b' }
    const testVersions = { base, mine: { 'rows.2': 'b' }, theirs: { ...base, 'rows.1': 'c' } }
    expect(mergeFields(testVersions).conflicts).toEqual(['rows.1'])
    expect(mergeFields(testVersions).fields).toEqual({ 'rows.2': 'b' })
    expect(mergeFields(testVersions, undefined, () => 'theirs').fields).toEqual(testVersions.theirs)
  })

  test('never mixes fields that belong together', () => {
    const base = { latitude: '60', longitude: '24' }
    const testVersions = { base, mine: { ...base, latitude: '61' }, theirs: { ...base, longitude: '25' } }
    expect(mergeFields(testVersions, byPlace)).toMatchObject({ conflicts: ['place'], fields: testVersions.mine })
  })

  test('never loses my edits, never reverts theirs, and asks only about conflicts', () => {
    fc.assert(
      fc.property(versions, grouping, (testVersions, getGroup) => {
        const { fields: merged, conflicts, fromTheirs: accepted } = mergeFields(testVersions, getGroup)
        for (const [group, names] of groupFields(testVersions, getGroup)) {
          const [base, mine, theirs] = [
            pick(testVersions.base, names),
            pick(testVersions.mine, names),
            pick(testVersions.theirs, names),
          ]
          const [isMine, isTheirs] = [String(mine) !== String(base), String(theirs) !== String(base)]
          expect(conflicts.includes(group)).toBe(isMine && isTheirs && String(mine) !== String(theirs))
          expect(accepted.includes(group)).toBe(isTheirs && !isMine)
          expect(pick(merged, names)).toEqual(isMine ? mine : theirs)
        }
      }),
    )
  })

  test('gives the same result and the same conflicts whoever saves first', () => {
    fc.assert(
      fc.property(versions, grouping, ({ base, mine, theirs }, getGroup) => {
        const one = mergeFields({ base, mine, theirs }, getGroup)
        const other = mergeFields({ base, mine: theirs, theirs: mine }, getGroup, () => 'theirs')
        expect(one.conflicts.toSorted()).toEqual(other.conflicts.toSorted())
        expect(one.fields).toEqual(other.fields)
      }),
    )
  })

  test('changes only my fields in theirs, so that a third save in between merges the same way', () => {
    fc.assert(
      fc.property(versions, fields, (testVersions, third) => {
        const mineOver = mergeFields(testVersions).fields
        const again = mergeFields({ base: testVersions.theirs, mine: mineOver, theirs: third })
        for (const name of NAMES) {
          const isMine =
            testVersions.mine[name] !== testVersions.base[name] && testVersions.mine[name] !== testVersions.theirs[name]
          expect(again.fields[name]).toBe(isMine ? testVersions.mine[name] : third[name])
        }
      }),
    )
  })
})

const keys = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'))
const orders = fc.record({ base: keys, mine: keys, theirs: keys })

describe('a merge of two orderings', () => {
  test('keeps the move of one side and the addition of the other', () => {
    const testVersions = { base: ['a', 'b', 'c'], mine: ['c', 'a', 'b'], theirs: ['a', 'x', 'b', 'c'] }
    expect(mergeOrder(testVersions)).toEqual({ keys: ['c', 'a', 'x', 'b'], isConflict: false, isTaken: false })
  })

  test('asks if both sides moved keys, and takes the chosen ordering', () => {
    const testVersions = { base: ['a', 'b', 'c'], mine: ['c', 'a', 'b'], theirs: ['b', 'a', 'c'] }
    expect(mergeOrder(testVersions)).toMatchObject({ isConflict: true, keys: testVersions.mine })
    expect(mergeOrder(testVersions, 'theirs').keys).toEqual(testVersions.theirs)
  })

  test('loses no key, and follows the side that moved', () => {
    fc.assert(
      fc.property(orders, testVersions => {
        const { keys: merged, isConflict, isTaken } = mergeOrder(testVersions)
        expect(merged.toSorted()).toEqual([...new Set([...testVersions.mine, ...testVersions.theirs])].toSorted())
        const leader = isTaken ? testVersions.theirs : testVersions.mine
        if (isConflict || isTaken) expect(merged.filter(key => leader.includes(key))).toEqual(leader)
      }),
    )
  })
})
