import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANSWER_PREFIX, SafeStorage, type StoragePriority } from './stored-values.ts'

/** A browser's storage with room for this many characters, keys and values together. */
function createStorage(room: number): Storage {
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
    const storage = createStorage(100)
    const safe = new SafeStorage(() => storage)
    safe.write(`${ANSWER_PREFIX}stores`, 's'.repeat(20), 'answer')
    safe.write(LIST, 'p'.repeat(30), 'answer')
    expect(safe.write('basket-lines', 'b'.repeat(20), 'work')).toBe(true)
    expect(storage.getItem(LIST)).toBeNull()
    expect(storage.getItem(`${ANSWER_PREFIX}stores`)).not.toBeNull()
    expect(safe.read(LIST)).toBe('p'.repeat(30))
    expect(safe.hasLooseWork()).toBe(false)
  })

  test('stores no response in place of other data', () => {
    const storage = createStorage(60)
    const safe = new SafeStorage(() => storage)
    safe.write('basket-lines', 'b'.repeat(30), 'work')
    expect(safe.write(LIST, 'p'.repeat(30), 'answer')).toBe(false)
    expect(storage.getItem('basket-lines')).toBe('b'.repeat(30))
    expect(safe.hasLooseWork()).toBe(false)
  })

  test('evicts a large response for a small one, such as the signed-in user', () => {
    const storage = createStorage(70)
    const safe = new SafeStorage(() => storage)
    safe.write(LIST, 'p'.repeat(40), 'answer')
    expect(safe.write(`${ANSWER_PREFIX}user`, 'Maija', 'answer')).toBe(true)
    expect(storage.getItem(LIST)).toBeNull()
  })

  test('returns the last value written, even if the storage still has the older one', () => {
    const storage = createStorage(30)
    const safe = new SafeStorage(() => storage)
    safe.write('basket-lines', 'one milk', 'work')
    storage.setItem('x', '123456')
    expect(safe.write('basket-lines', 'one milk and one butter', 'work')).toBe(false)
    expect(storage.getItem('basket-lines')).toBe('one milk')
    expect(safe.read('basket-lines')).toBe('one milk and one butter')
    expect(safe.hasLooseWork()).toBe(true)
  })

  test('stores a pending value as soon as there is room, and notifies listeners', () => {
    const storage = createStorage(40)
    const safe = new SafeStorage(() => storage)
    const calls: boolean[] = []
    safe.onLooseWork(() => calls.push(safe.hasLooseWork()))
    safe.write('other', 'o'.repeat(30))
    safe.write('basket-lines', 'one butter', 'work')
    safe.erase('other')
    expect(storage.getItem('basket-lines')).toBe('one butter')
    expect(calls).toEqual([true, false])
  })

  test('returns the value of the tab that wrote last', () => {
    const storage = createStorage(30)
    const safe = new SafeStorage(() => storage)
    safe.write('basket-lines', 'one milk', 'work')
    storage.setItem('x', '123456')
    safe.write('basket-lines', 'one milk and one butter', 'work')
    // Another tab logged out or changed the store.
    storage.removeItem('basket-lines')
    expect(safe.read('basket-lines')).toBeNull()
    expect(safe.hasLooseWork()).toBe(false)
  })
})

test('without storage, values last as long as the page', () => {
  const safe = new SafeStorage(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  expect(safe.write('basket-lines', '{}', 'work')).toBe(false)
  expect(safe.read('basket-lines')).toBe('{}')
  expect(safe.keys('basket')).toEqual(['basket-lines'])
  safe.erase('basket-lines')
  expect(safe.read('basket-lines')).toBeNull()
})

const KEYS: readonly { key: string; priority: StoragePriority }[] = [
  { key: 'basket-lines', priority: 'work' },
  { key: 'stock-draft', priority: 'work' },
  { key: 'languageCode', priority: 'setting' },
  { key: LIST, priority: 'answer' },
  { key: `${ANSWER_PREFIX}stores`, priority: 'answer' },
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
      const storage = createStorage(room)
      const safe = new SafeStorage(() => storage)
      const model = new Map<string, string>()
      for (const { at, value } of steps) {
        if (value === null) safe.erase(at.key)
        else safe.write(at.key, value, at.priority)
        if (value === null) model.delete(at.key)
        else model.set(at.key, value)
        for (const { key } of KEYS) expect(safe.read(key)).toBe(model.get(key) ?? null)
        const isLost = ({ key, priority: worth }: (typeof KEYS)[number]) =>
          worth === 'work' && new SafeStorage(() => storage).read(key) !== (model.get(key) ?? null)
        expect(safe.hasLooseWork()).toBe(KEYS.some(isLost))
        // Stored answers never prevent work from being stored.
        if (safe.hasLooseWork()) {
          const answers = KEYS.filter(({ key, priority: worth }) => worth === 'answer' && storage.getItem(key) !== null)
          expect(answers).toEqual([])
        }
      }
    }),
  )
})
