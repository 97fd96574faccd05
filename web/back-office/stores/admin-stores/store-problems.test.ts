import { describe, expect, test } from 'vitest'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { newFormValues, typedExceptions } from './store-form-values.ts'
import { formProblems } from './store-problems.ts'

// Returns keys instead of texts.
const t = ((key: string) => key) as Translate
const SOUND = { ...newFormValues(true), name: 'Kylä', address: 'Kylätie 1', latitude: '60,2', longitude: '23' }
const found = (change: Partial<typeof SOUND>) =>
  formProblems({ ...SOUND, ...change }, t).map(({ field, text }) => `${field} ${text}`)

describe('a store’s form in the browser', () => {
  test('is sound as it begins, once its place and name are typed', () => {
    expect(found({})).toEqual([])
  })

  test('says of empty fields that they are mandatory, before anything of their form', () => {
    expect(found({ latitude: '', longitude: ' ' })).toEqual([
      'latitude form.requiredField',
      'longitude form.requiredField',
    ])
    expect(found({ latitude: '91', longitude: 'x' })).toEqual([
      'latitude storeForm.problems.latitude',
      'longitude storeForm.problems.longitude',
    ])
  })

  test('says it of the times of an open day, at the field that lacks one', () => {
    expect(found({ 'hours.2.closes': '' })).toEqual(['hours.2.closes form.requiredField'])
    expect(found({ 'hours.2.open': false, 'hours.2.closes': '' })).toEqual([])
    expect(found({ 'hours.2.closes': '25' })).toEqual(['hours.2.opens storeForm.problems.time'])
  })

  test('says it of a day with other hours that has no date', () => {
    const row = { date: '', isClosed: true, opens: '', closes: '' }
    expect(found({ exceptions: typedExceptions([row]) })).toEqual(['exceptions form.requiredField'])
  })
})
