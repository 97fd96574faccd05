import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANSWER_PREFIX, KeptValues, type Worth } from './kept-values.ts'

/** A browser's storage with room for this many characters, keys and values together. */
function storageOf(room: number): Storage {
  const values = new Map<string, string>()
  const used = () => [...values].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    get length() {
      return values.size
    },
    key: index => [...values.keys()][index] ?? null,
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => {
      const before = values.get(key)
      const freed = before === undefined ? 0 : key.length + before.length
      if (used() - freed + key.length + value.length > room) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
    removeItem: key => void values.delete(key),
    clear: () => values.clear(),
  }
}

const LIST = `${ANSWER_PREFIX}products`

describe('a full storage', () => {
  test('evicts server responses for a basket, the largest first, and keeps them in memory', () => {
    const storage = storageOf(100)
    const kept = new KeptValues(() => storage)
    kept.write(`${ANSWER_PREFIX}stores`, 's'.repeat(20), 'answer')
    kept.write(LIST, 'p'.repeat(30), 'answer')
    expect(kept.write('basket-lines', 'b'.repeat(20), 'work')).toBe(true)
    expect(storage.getItem(LIST)).toBeNull()
    expect(storage.getItem(`${ANSWER_PREFIX}stores`)).not.toBeNull()
    expect(kept.read(LIST)).toBe('p'.repeat(30))
    expect(kept.hasLooseWork()).toBe(false)
  })

  test('stores no response in place of other data', () => {
    const storage = storageOf(60)
    const kept = new KeptValues(() => storage)
    kept.write('basket-lines', 'b'.repeat(30), 'work')
    expect(kept.write(LIST, 'p'.repeat(30), 'answer')).toBe(false)
    expect(storage.getItem('basket-lines')).toBe('b'.repeat(30))
    expect(kept.hasLooseWork()).toBe(false)
  })

  test('evicts a large response for a small one, such as the signed-in user', () => {
    const storage = storageOf(70)
    const kept = new KeptValues(() => storage)
    kept.write(LIST, 'p'.repeat(40), 'answer')
    expect(kept.write(`${ANSWER_PREFIX}user`, 'Maija', 'answer')).toBe(true)
    expect(storage.getItem(LIST)).toBeNull()
  })

  test('returns the last value written, even if the storage still has the older one', () => {
    const storage = storageOf(30)
    const kept = new KeptValues(() => storage)
    kept.write('basket-lines', 'one milk', 'work')
    storage.setItem('x', '123456')
    expect(kept.write('basket-lines', 'one milk and one butter', 'work')).toBe(false)
    expect(storage.getItem('basket-lines')).toBe('one milk')
    expect(kept.read('basket-lines')).toBe('one milk and one butter')
    expect(kept.hasLooseWork()).toBe(true)
  })

  test('stores a pending value as soon as there is room, and notifies listeners', () => {
    const storage = storageOf(40)
    const kept = new KeptValues(() => storage)
    const told: boolean[] = []
    kept.onLooseWork(() => told.push(kept.hasLooseWork()))
    kept.write('other', 'o'.repeat(30))
    kept.write('basket-lines', 'one butter', 'work')
    kept.erase('other')
    expect(storage.getItem('basket-lines')).toBe('one butter')
    expect(told).toEqual([true, false])
  })

  test('returns the value of the tab that wrote last', () => {
    const storage = storageOf(30)
    const kept = new KeptValues(() => storage)
    kept.write('basket-lines', 'one milk', 'work')
    storage.setItem('x', '123456')
    kept.write('basket-lines', 'one milk and one butter', 'work')
    // Another tab logged out or changed the store.
    storage.removeItem('basket-lines')
    expect(kept.read('basket-lines')).toBeNull()
    expect(kept.hasLooseWork()).toBe(false)
  })
})

test('without storage, values last as long as the page', () => {
  const kept = new KeptValues(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  expect(kept.write('basket-lines', '{}', 'work')).toBe(false)
  expect(kept.read('basket-lines')).toBe('{}')
  expect(kept.keys('basket')).toEqual(['basket-lines'])
  kept.erase('basket-lines')
  expect(kept.read('basket-lines')).toBeNull()
})

const KEYS: readonly { key: string; worth: Worth }[] = [
  { key: 'basket-lines', worth: 'work' },
  { key: 'stock-draft', worth: 'work' },
  { key: 'languageCode', worth: 'setting' },
  { key: LIST, worth: 'answer' },
  { key: `${ANSWER_PREFIX}stores`, worth: 'answer' },
]

const step = fc.record({
  at: fc.constantFrom(...KEYS),
  value: fc.option(
    fc.nat(60).map(length => 'v'.repeat(length) + length),
    { nil: null },
  ),
})

test('the last value written is always returned, and only unstored work is reported as unsaved', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.array(step, { maxLength: 40 }), (room, steps) => {
      const storage = storageOf(room)
      const kept = new KeptValues(() => storage)
      const model = new Map<string, string>()
      for (const { at, value } of steps) {
        if (value === null) kept.erase(at.key)
        else kept.write(at.key, value, at.worth)
        if (value === null) model.delete(at.key)
        else model.set(at.key, value)
        for (const { key } of KEYS) expect(kept.read(key)).toBe(model.get(key) ?? null)
        const isLost = ({ key, worth }: (typeof KEYS)[number]) =>
          worth === 'work' && new KeptValues(() => storage).read(key) !== (model.get(key) ?? null)
        expect(kept.hasLooseWork()).toBe(KEYS.some(isLost))
        // Stored answers never prevent work from being stored.
        if (kept.hasLooseWork()) {
          const answers = KEYS.filter(({ key, worth }) => worth === 'answer' && storage.getItem(key) !== null)
          expect(answers).toEqual([])
        }
      }
    }),
  )
})
