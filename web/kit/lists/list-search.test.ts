import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { arrived, put, toSearchText, valueToPut, type SearchText } from './list-search.tsx'

test('the search field follows the address and keeps a trailing space', () => {
  expect(arrived(toSearchText('milk'), '').text).toBe('')
  expect(arrived(toSearchText(''), 'milk').text).toBe('milk')
  const typed = put({ ...toSearchText(''), text: 'oat ' }, 'oat')
  expect(arrived(typed, 'oat')).toEqual({ text: 'oat ', applied: 'oat', onTheWay: [] })
  expect(valueToPut({ ...toSearchText('oat'), text: 'oat ' })).toBeUndefined()
})

test('Back right after typing restores the earlier text, and Forward the typed text', () => {
  const typed = put({ ...toSearchText(''), text: 'oat' }, 'oat')
  const back = arrived(arrived(typed, 'oat'), '')
  expect(back.text).toBe('')
  expect(arrived(back, 'oat').text).toBe('oat')
})

test('no typed letter is lost, whatever the pauses and the delay of the address', () => {
  const steps = array(constantFrom('type', 'pause', 'follow'), { maxLength: 40 })
  assert(
    property(steps, ways => {
      let search: SearchText = toSearchText('')
      let typed = ''
      const address: string[] = []
      for (const way of ways) {
        if (way === 'type') {
          typed += String(typed.length % 3)
          search = { ...search, text: typed }
        }
        const value = way === 'pause' ? valueToPut(search) : undefined
        if (value !== undefined) {
          search = put(search, value)
          address.push(value)
        }
        if (way === 'follow' && address.length > 0) search = arrived(search, address.shift() ?? '')
        expect(search.text).toBe(typed)
      }
      const last = valueToPut(search)
      if (last !== undefined) {
        search = put(search, last)
        address.push(last)
      }
      // Values that arrive before a render are shown once.
      if (address.length > 0) search = arrived(search, address.at(-1) ?? '')
      expect(search).toEqual({ text: typed, applied: typed, onTheWay: [] })
    }),
  )
})
