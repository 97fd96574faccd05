import { describe, expect, test } from 'vitest'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { newFormValues, typedExceptions } from './store-form-values.ts'
import { formProblems } from './use-store-form.ts'

// Returns keys instead of texts.
const t = ((key: string) => key) as Translate
const SOUND = { ...newFormValues(true), name: 'Kylä', address: 'Kylätie 1', latitude: '60,2', longitude: '23' }
const found = (change: Partial<typeof SOUND>) =>
  formProblems({ ...SOUND, ...change }, t).map(({ field, text }) => `${field} ${text}`)

describe('the validation of the store form', () => {
  test('accepts the initial values once name and location are filled in', () => {
    expect(found({})).toEqual([])
  })

  test('accepts a store without a position, but not half of one', () => {
    expect(found({ latitude: '', longitude: ' ' })).toEqual([])
    expect(found({ latitude: '' })).toEqual(['latitude storeForm.problems.required'])
  })

  test('reports coordinates that are none', () => {
    expect(found({ latitude: '91', longitude: 'x' })).toEqual([
      'latitude storeForm.problems.latitude',
      'longitude storeForm.problems.longitude',
    ])
  })

  test('reports a missing time of an open day at its field', () => {
    expect(found({ 'hours.2.closes': '' })).toEqual(['hours.2.closes form.requiredField'])
    expect(found({ 'hours.2.open': false, 'hours.2.closes': '' })).toEqual([])
    expect(found({ 'hours.2.closes': '25' })).toEqual(['hours.2.opens storeForm.problems.time'])
  })

  test('reports a day with other hours that has no date', () => {
    const row = { date: '', isClosed: true, opens: '', closes: '' }
    expect(found({ exceptions: typedExceptions([row]) })).toEqual(['exceptions form.requiredField'])
  })
})
