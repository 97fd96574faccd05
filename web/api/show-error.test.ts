import { createInstance, type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { ERRORS } from '#contract/error-codes.ts'
import en from '#web/locales/en.json'
import { ApiError, isErrorCode } from './api-error.ts'
import { errorText, paymentErrorText } from './show-error.ts'

let t: TFunction
beforeAll(async () => {
  const i18n = createInstance()
  t = await i18n.init({
    lng: 'en',
    resources: { en: { translation: en } },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  })
})

test('every code of the contract has words of its own', () => {
  for (const [code, { status }] of Object.entries(ERRORS)) {
    if (!isErrorCode(code)) throw new Error(code)
    const text = errorText(new ApiError({ status, code }), t)
    expect(text, code).toMatch(/\w/)
    expect(text, code).not.toMatch(/^errors\./)
  }
})

test('without a network one is told so', () => {
  expect(errorText(new ApiError({ status: 0, code: 'network' }), t)).toContain('No connection')
})

const at = (status: number) => errorText(new ApiError({ status, code: 'unreadable' }), t)

test('a load that failed without a known code is told by its status', () => {
  expect(at(503)).toBe('The shop is not available right now. Try again in a moment.')
  expect(at(418)).toBe('Unknown error')
})

test('a failed payment without a known code reads as status text and status code', () => {
  const failed = new ApiError({ status: 502, statusText: 'Bad Gateway', code: 'unreadable' })
  expect(paymentErrorText(failed, t)).toBe('Bad Gateway (502)')
})

test('HTTP/2 has no status text, and the code still shows', () => {
  expect(paymentErrorText(new ApiError({ status: 502, code: 'unreadable' }), t)).toBe('Unknown error (502)')
})

test('a failed payment with a known code says what it means', () => {
  expect(paymentErrorText(new ApiError({ status: 409, code: 'order.changed' }), t)).toContain('The order changed')
})

test('nobody hears of an aborted call', () => {
  expect(errorText(new DOMException('stopped', 'AbortError'), t)).toBeUndefined()
  expect(paymentErrorText(new DOMException('stopped', 'AbortError'), t)).toBeUndefined()
})

test('a surprise is an unknown error', () => {
  expect(errorText(new RangeError('?'), t)).toBe('Unknown error')
})
