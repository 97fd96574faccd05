import { expect, test } from 'vitest'
import { formProblems, EMPTY_DRAFT, formOf, type MessageFormValues } from './use-message-form.ts'

const place = { now: new Date('2026-11-22T10:00:00Z'), origin: 'https://shop.example' }
const good: MessageFormValues = { ...EMPTY_DRAFT, title: ' Berries ', text: 'Now', url: ' /home ', language_id: '1001' }
const wrong = (changes: Partial<MessageFormValues>) =>
  formProblems({ ...good, ...changes }, place).map(({ field, problem }) => `${field} ${problem}`)

test('the form sends trimmed text, now or at a time in the shop’s time zone', () => {
  expect(formOf(good)).toEqual({ title: 'Berries', text: 'Now', url: '/home', send_at: null })
  const later = { ...good, when: 'later', send_at: '2026-12-24', send_at_time: '9.30' }
  expect(formOf(later).send_at).toBe('2026-12-24T07:30:00.000Z')
  expect(formOf({ ...later, send_at: '2026-07-24' }).send_at).toBe('2026-07-24T06:30:00.000Z')
})

test('the form reports each invalid field once, in the order of the fields', () => {
  expect(wrong({})).toEqual([])
  expect(formProblems({ ...EMPTY_DRAFT, when: 'later' }, place).map(({ field }) => field)).toEqual([
    'language_id',
    'title',
    'text',
    'url',
    'send_at',
  ])
  expect(wrong({ url: 'javascript:alert(1)' })).toEqual(['url link'])
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
