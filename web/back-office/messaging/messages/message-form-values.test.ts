import { expect, test } from 'vitest'
import { EMPTY_DRAFT, toInput, formProblems, isUnwritten, type MessageFormValues } from './message-form-values.ts'

const place = { now: new Date('2026-11-22T10:00:00Z'), origin: 'https://shop.example' }
const good: MessageFormValues = { ...EMPTY_DRAFT, 'title.en': ' Berries ', 'text.en': 'Now', url: ' /home ' }
const wrong = (changes: Partial<MessageFormValues>) =>
  formProblems({ ...good, ...changes }, place).map(({ field, problem }) => `${field} ${problem}`)

test('the form sends trimmed text, now or at a time in the shop’s time zone', () => {
  const texts = { en: { title: 'Berries', text: 'Now' } }
  expect(toInput(good)).toEqual({ texts, url: '/home', send_at: null, store_ids: null })
  expect(toInput({ ...good, stores: '1001,1002' }).store_ids).toEqual([1001, 1002])
  const later = { ...good, when: 'later', send_at: '2026-12-24', send_at_time: '9.30' }
  expect(toInput(later).send_at).toBe('2026-12-24T07:30:00.000Z')
  expect(toInput({ ...later, send_at: '2026-07-24' }).send_at).toBe('2026-07-24T06:30:00.000Z')
})

test('the form sends each language in which something was typed, and no other', () => {
  const draft = { ...good, 'title.sv': 'Bär', 'text.sv': 'Nu', 'text.fi': '  ' }
  expect(Object.keys(toInput(draft).texts).toSorted()).toEqual(['en', 'sv'])
  expect(isUnwritten(draft, 'fi')).toBe(true)
  expect(isUnwritten({ ...draft, 'text.fi': 'Nyt' }, 'fi')).toBe(false)
})

test('the form reports each invalid field once, in the order of the fields', () => {
  expect(wrong({})).toEqual([])
  expect(formProblems({ ...EMPTY_DRAFT, when: 'later' }, place).map(({ field }) => field)).toEqual([
    'texts',
    'url',
    'send_at',
  ])
  expect(wrong({ 'title.fi': 'Marjoja', 'text.en': '', url: 'javascript:alert(1)' })).toEqual([
    'text.fi required',
    'text.en required',
    'url link',
  ])
})

test('the form requires a time only for a later message, and it must be in the future', () => {
  expect(wrong({ send_at: '2020-01-01', send_at_time: 'x' })).toEqual([])
  const later = { when: 'later', send_at: '2026-11-22', send_at_time: '12:30' }
  expect(wrong(later)).toEqual([])
  expect(wrong({ ...later, send_at_time: '11:30' })).toEqual(['send_at past'])
  expect(wrong({ ...later, send_at_time: '' })).toEqual(['send_at_time required'])
  expect(wrong({ ...later, send_at_time: '25' })).toEqual(['send_at_time time'])
  expect(wrong({ ...later, send_at: '2026-02-30' })).toEqual(['send_at time'])
})
