import { afterEach, beforeEach, expect, test } from 'vitest'
import { storedKeys } from '#web/kit/api/browser-storage.ts'
import { forgetAnswers } from '#web/kit/api/remembered-answers.ts'
import { rememberUser } from '#web/kit/session/remembered-user.ts'
import { sampleUser } from '#web/sample-user.ts'
import { eraseAllergens, readAllergens, storeAllergens } from './my-allergens.ts'

const signIn = (id: number) => rememberUser(sampleUser({ id }))

beforeEach(() => signIn(1001))
afterEach(() => {
  eraseAllergens()
  forgetAnswers()
})

test('a choice is read by the user who made it, also after an expired session', () => {
  storeAllergens(['milk', 'gluten'])
  expect(readAllergens()).toBe('milk,gluten')
  forgetAnswers()
  expect(readAllergens()).toBeNull()
  expect(storeAllergens(['fish'])).toBe(false)
  signIn(1001)
  expect(readAllergens()).toBe('milk,gluten')
})

test('the next user reads nothing of it, and erases it', () => {
  storeAllergens(['milk'])
  signIn(1002)
  expect(readAllergens()).toBeNull()
  storeAllergens(['fish'])
  eraseAllergens(1002)
  expect(readAllergens()).toBe('fish')
  signIn(1001)
  expect(readAllergens()).toBeNull()
})

test('a logout erases every choice', () => {
  storeAllergens(['milk'])
  expect(readAllergens()).toBe('milk')
  eraseAllergens()
  expect(readAllergens()).toBeNull()
  expect(storedKeys('puoti-allergens')).toEqual([])
})

test('an empty choice is no choice', () => {
  storeAllergens(['milk'])
  storeAllergens([])
  expect(readAllergens()).toBeNull()
})
