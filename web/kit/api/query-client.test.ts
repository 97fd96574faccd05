import { expect, test } from 'vitest'
import { mayRetryOnMount } from './query-client.ts'

test.each([
  [1, 1000],
  [2, 2000],
  [4, 8000],
  [7, 60_000],
  [100, 60_000],
])('after %i failures, a screen that is shown again repeats the load only after %i ms', (errorUpdateCount, restMs) => {
  const failures = { errorUpdatedAt: 5000, errorUpdateCount }
  expect(mayRetryOnMount(failures, 5000 + restMs - 1)).toBe(false)
  expect(mayRetryOnMount(failures, 5000 + restMs)).toBe(true)
})
