import { expect, test } from 'vitest'
import { ERRORS } from '#contract/error-codes.ts'
import en from '#web/kit/i18n/locales/en.json'
import { createTranslate } from '#web/kit/i18n/translate.ts'
import { ApiError, isErrorCode, errorText } from './api-error.ts'

const t = createTranslate(en, 'en')

test('every error code of the contract has a text', () => {
  for (const [code, { status }] of Object.entries(ERRORS)) {
    if (!isErrorCode(code)) throw new Error(code)
    const text = errorText(new ApiError({ status, code }), t)
    expect(text, code).toMatch(/\w/)
    expect(text, code).not.toMatch(/^errors\./)
  }
})

test('the numbers of a refusal are in its text', () => {
  const refusal = new ApiError({
    status: 409,
    code: 'bulkChange.tooOld',
    body: { code: 'bulkChange.tooOld', days: 30 },
  })
  expect(errorText(refusal, t)).toBe('This was more than 30 days ago, so it can’t be undone any more.')
})

test('a network error is shown as a missing connection', () => {
  expect(errorText(new ApiError({ status: 0, code: 'network' }), t)).toContain('No connection')
})

const at = (status: number) => errorText(new ApiError({ status, code: 'unreadable' }), t)

test('an error without a known code is described by its status', () => {
  expect(at(503)).toBe('We’re temporarily unavailable. Try again in a moment.')
  expect(at(418)).toBe('Unknown error')
})

test('a newer server’s code without a text is described by its status', () => {
  const code = 'order.notInventedYet'
  if (!isErrorCode(code)) throw new Error(code)
  expect(errorText(new ApiError({ status: 503, code }), t)).toBe(at(503))
})

test.each(['', 'order.', 'Not found', '<b>', 7, null])('the value %j isn’t an error code', code => {
  expect(isErrorCode(code)).toBe(false)
})

test('an aborted call shows no error', () => {
  expect(errorText(new DOMException('stopped', 'AbortError'), t)).toBeUndefined()
})

test('an unexpected exception is shown as an unknown error', () => {
  expect(errorText(new RangeError('?'), t)).toBe('Unknown error')
})
