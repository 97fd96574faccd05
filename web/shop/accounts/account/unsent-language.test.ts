import { afterEach, expect, test } from 'vitest'
import { writeStored } from '#web/kit/api/browser-storage.ts'
import { eraseUnsentLanguage, forgetUnsentLanguage, noteUnsentLanguage, unsentLanguage } from './unsent-language.ts'

const [MAIJA, OTHER] = [1001, 1002]
const [FINNISH, SWEDISH] = [1002, 1003]

afterEach(eraseUnsentLanguage)

test('a language waits for the server, of whoever chose it and of nobody else', () => {
  noteUnsentLanguage(MAIJA, FINNISH)
  expect([unsentLanguage(MAIJA), unsentLanguage(OTHER), unsentLanguage(undefined)]).toEqual([
    FINNISH,
    undefined,
    undefined,
  ])
})

test('the answer to an earlier choice leaves the later one waiting', () => {
  noteUnsentLanguage(MAIJA, FINNISH)
  noteUnsentLanguage(MAIJA, SWEDISH)
  forgetUnsentLanguage(MAIJA, FINNISH)
  expect(unsentLanguage(MAIJA)).toBe(SWEDISH)
  forgetUnsentLanguage(MAIJA, SWEDISH)
  expect(unsentLanguage(MAIJA)).toBeUndefined()
})

test('what can not be read is no choice', () => {
  writeStored('puoti-unsent-language', '{"userId":"x"')
  expect(unsentLanguage(MAIJA)).toBeUndefined()
})
