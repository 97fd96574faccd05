import { afterEach, expect, test } from 'vitest'
import { writeStored } from '#web/kit/api/browser-storage.ts'
import { eraseUnsentLanguage, forgetUnsentLanguage, noteUnsentLanguage, unsentLanguage } from './unsent-language.ts'

const [MAIJA, OTHER] = [1001, 1002]
const [FINNISH, SWEDISH] = [1002, 1003]

afterEach(eraseUnsentLanguage)

test('an unsent language is kept only for the user who chose it', () => {
  noteUnsentLanguage(MAIJA, FINNISH)
  expect([unsentLanguage(MAIJA), unsentLanguage(OTHER), unsentLanguage(undefined)]).toEqual([
    FINNISH,
    undefined,
    undefined,
  ])
})

test('the response to an earlier choice keeps the later one pending', () => {
  noteUnsentLanguage(MAIJA, FINNISH)
  noteUnsentLanguage(MAIJA, SWEDISH)
  forgetUnsentLanguage(MAIJA, FINNISH)
  expect(unsentLanguage(MAIJA)).toBe(SWEDISH)
  forgetUnsentLanguage(MAIJA, SWEDISH)
  expect(unsentLanguage(MAIJA)).toBeUndefined()
})

test('an unreadable stored choice is ignored', () => {
  writeStored('puoti-unsent-language', '{"userId":"x"')
  expect(unsentLanguage(MAIJA)).toBeUndefined()
})
