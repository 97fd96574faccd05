import { describe, expect, test } from 'vitest'
import { dropLine, lastAdded, mergeBaskets, type OfferedUndo, offerUndo, type UndoableChange } from './undo-strip.tsx'

const toUndoable = (kind: 'added' | 'removed', productId: number): UndoableChange => ({
  kind,
  key: String(productId),
  name: `Product ${productId}`,
  before: undefined,
})
const cleared: UndoableChange = { kind: 'cleared', before: { 1: { quantity: 1 } } }
const after = (...done: UndoableChange[]) =>
  done.reduce<OfferedUndo[]>((offers, each, index) => offerUndo(offers, { ...each, id: index + 1 }), [])
const ids = (offers: readonly OfferedUndo[]) => offers.map(({ id }) => id)

describe('the undo list', () => {
  test('offers each scan of a product, the last one first', () => {
    const offers = after(toUndoable('added', 1), toUndoable('added', 2), toUndoable('added', 1))
    expect(ids(offers)).toEqual([1, 2, 3])
    expect(lastAdded(offers, '1')?.id).toBe(3)
    expect(lastAdded(offers.slice(0, 2), '1')?.id).toBe(1)
    expect(lastAdded(offers, '9')).toBeUndefined()
  })

  test('offers only the removal of a removed product, and only the scan of a product scanned again', () => {
    expect(ids(after(toUndoable('added', 1), toUndoable('added', 2), toUndoable('removed', 1)))).toEqual([2, 3])
    expect(ids(after(toUndoable('removed', 1), toUndoable('added', 1)))).toEqual([2])
  })

  test('offers only the clearing of a cleared basket, and later changes', () => {
    expect(ids(after(toUndoable('added', 1), toUndoable('removed', 2), cleared, toUndoable('added', 3)))).toEqual([
      3, 4,
    ])
  })

  test('offers nothing for a product that was changed by other means', () => {
    expect(
      ids(dropLine(after(toUndoable('added', 1), cleared, toUndoable('added', 2), toUndoable('added', 1)), '1')),
    ).toEqual([2, 3])
  })
})

test('undoing the clearing of a basket keeps what was added since', () => {
  const before = { 1: { quantity: 2 }, 2: { quantity: 0.412, amounts: [4.1] } }
  const since = { 1: { quantity: 1 }, 2: { quantity: 0.1, amounts: [1] }, 3: { quantity: 5 } }
  expect(mergeBaskets(before, since)).toEqual({
    1: { quantity: 3 },
    2: { quantity: 0.512, amounts: [4.1, 1] },
    3: { quantity: 5 },
  })
})
