import { expect, test } from 'vitest'
import { TOPICS } from '#contract/topics.ts'
import { parseEvent } from './read-changes.ts'

test('an event names topics, a comment none, and what this version can’t read may be about anything', () => {
  expect(parseEvent('data: {"topics":["visits"]}')).toEqual(['visits'])
  expect(parseEvent(':')).toEqual([])
  expect(parseEvent('data: {"topics":["of a later version"]}')).toBe(TOPICS)
  expect(parseEvent('data: half of a l')).toBe(TOPICS)
})
