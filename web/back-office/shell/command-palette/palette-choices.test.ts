import { beforeEach, expect, test } from 'vitest'
import { addChoice, findChosen, readChoices } from './palette-choices.ts'

beforeEach(() => addChoice(0, 'nobody', []))

test('what was chosen after some words is found by their beginning, latest first', () => {
  addChoice(1, 'go/stores', ['porter', 'entrance'])
  addChoice(1, 'go/duty', ['ent'])
  expect(findChosen(readChoices(1), 'Ent')).toEqual(['go/duty', 'go/stores'])
  expect(findChosen(readChoices(1), 'porter')).toEqual(['go/stores'])
  expect(findChosen(readChoices(1), 'window')).toEqual([])
})

test('a later choice after the same words replaces the earlier one', () => {
  addChoice(1, 'go/stores', ['porter'])
  addChoice(1, 'go/duty', ['Porter'])
  expect(findChosen(readChoices(1), 'porter')).toEqual(['go/duty'])
})

test('another person in the same browser starts anew', () => {
  addChoice(1, 'go/stores', ['porter'])
  expect(readChoices(2)).toEqual([])
  addChoice(2, 'go/duty', ['larm'])
  expect(readChoices(1)).toEqual([])
})
