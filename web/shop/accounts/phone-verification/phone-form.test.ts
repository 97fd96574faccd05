import { expect, test } from 'vitest'
import { ApiError } from '#web/kit/api/api-error.ts'
import en from '#web/kit/i18n/locales/en.json'
import fi from '#web/kit/i18n/locales/fi.json'
import sv from '#web/kit/i18n/locales/sv.json'
import { createTranslate } from '#web/kit/i18n/translate.ts'
import { cooldownText, countdownText, refusalText } from './phone-form.tsx'

const now = new Date('2026-11-20T20:00:00Z') // 22.00 in Helsinki

test('a cooldown that ends today is shown by its time', () => {
  expect(cooldownText(new Date('2026-11-20T20:05:00Z'), now, 'Europe/Helsinki')).toBe('22:05')
})

test('a cooldown that ends on another day is shown with its date', () => {
  expect(cooldownText(new Date('2026-11-21T20:00:00Z'), now, 'Europe/Helsinki')).toBe('21.11.2026 22:00')
})

test('the day is determined in the shopper’s time zone, not in UTC', () => {
  expect(cooldownText(new Date('2026-11-20T22:30:00Z'), now, 'Europe/Helsinki')).toBe('21.11.2026 00:30')
})

test.each([
  ['2026-11-20T20:00:42Z', '0:42'],
  ['2026-11-20T20:00:00.100Z', '0:01'],
  ['2026-11-20T20:05:00Z', '5:00'],
  ['2026-11-21T20:00:00Z', '24:00:00'],
  ['2026-11-20T19:59:00Z', '0:00'],
])('the countdown to %s shows %s', (until, left) => {
  expect(countdownText(new Date(until), now)).toBe(left)
})

test.each([
  ['en', en, 'Too many codes have been sent today. You can ask for one from '],
  ['fi', fi, 'Koodeja on lähetetty tänään liian monta. Uuden koodin voit pyytää aikaisintaan '],
  ['sv', sv, 'För många koder har skickats i dag. Du kan be om en ny kod tidigast '],
] as const)('in %s a reached limit of the day has the time from which a code is sent', (language, texts, text) => {
  const refusal = { status: 429, code: 'verification.capReached', body: { retry_at: '2099-11-21T20:00:00Z' } } as const
  expect(refusalText(new ApiError(refusal), createTranslate(texts, language))).toBe(`${text}21.11.2099 22:00`)
})
