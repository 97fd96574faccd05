import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CountedLot, countLots, lotGoodsKey } from './count-lots.ts'

const someLots = (keys: readonly string[]) =>
  fc
    .uniqueArray(fc.record({ key: fc.constantFrom(...keys), thousandths: fc.integer({ min: 0, max: 9 }) }), {
      selector: ({ key }) => key,
    })
    .map(lots => lots.map(({ key, thousandths }) => ({ key, thousandths: thousandths * 1000 })))

const addUp = (parts: readonly CountedLot[]) => parts.reduce((sum, { thousandths }) => sum + thousandths, 0)

describe('a count by lot', () => {
  test('is exact for any shelf and any count', () => {
    fc.assert(
      fc.property(
        someLots(['a', 'b', 'c']),
        someLots(['a', 'b', 'd']),
        fc.record({ unknown: fc.integer({ min: -5, max: 9 }), more: fc.integer({ min: -2, max: 9 }) }),
        (lots, knownLots, { unknown, more }) => {
          const there = addUp(lots) === 0 ? unknown * 1000 : addUp(lots) + Math.max(unknown, 0) * 1000
          const counted = more < 0 ? more * 1000 : addUp(knownLots) + more * 1000
          const moves = countLots({ thereThousandths: there, lots }, { countedThousandths: counted, knownLots })
          expect(moves.reduce((sum, move) => sum + move.quantityThousandths, 0)).toBe(counted - there)
          const after = new Map(lots.map(({ key, thousandths }) => [key, thousandths]))
          for (const { quantityThousandths, parts } of moves) {
            // As I18 demands of each move.
            expect(Math.abs(addUp(parts))).toBeLessThanOrEqual(Math.abs(quantityThousandths))
            for (const { key, thousandths } of parts) {
              expect(Math.sign(thousandths)).toBe(Math.sign(quantityThousandths))
              after.set(key, (after.get(key) ?? 0) + thousandths)
            }
          }
          const sum = [...after.values()].reduce((all, each) => all + each, 0)
          expect(Math.min(0, ...after.values())).toBe(0)
          expect(sum).toBeLessThanOrEqual(Math.max(counted, 0))
          if (more >= 0) for (const { key, thousandths } of knownLots) expect(after.get(key) ?? 0).toBe(thousandths)
        },
      ),
    )
  })

  test('misses the oldest of the lots that it does not name', () => {
    const lots = ['old', 'new'].map(key => ({ key, thousandths: 3000 }))
    const count = { countedThousandths: 4000, knownLots: [] }
    expect(countLots({ thereThousandths: 6000, lots }, count)).toEqual([
      { quantityThousandths: -2000, parts: [{ key: 'old', thousandths: -2000 }] },
    ])
  })

  test('moves between lots where the shelf has as much as before', () => {
    const lots = [{ key: 'a', thousandths: 3000 }]
    const count = { countedThousandths: 3000, knownLots: [{ key: 'b', thousandths: 1000 }] }
    expect(countLots({ thereThousandths: 3000, lots }, count)).toEqual([
      { quantityThousandths: -1000, parts: [{ key: 'a', thousandths: -1000 }] },
      { quantityThousandths: 1000, parts: [{ key: 'b', thousandths: 1000 }] },
    ])
  })
})

test('a lot of a shelf is its number and its day, of whichever kind', () => {
  expect(lotGoodsKey({ lot: 'L7', useBy: '2026-12-31' })).toBe(lotGoodsKey({ lot: 'L7', bestBefore: '2026-12-31' }))
  expect(lotGoodsKey({ lot: 'L7' })).not.toBe(lotGoodsKey({}))
})
