import { expect, test } from 'vitest'
import { pollPace } from './poll-pace.ts'

/** A pace after requests with these durations (ms), one after the other. */
async function paceAfter(...took: number[]) {
  let now = 0
  const pace = pollPace(() => now)
  for (const ms of took) {
    const request = pace.timed(Promise.resolve().then(() => (now += ms)))
    await request
  }
  return pace
}

test('polls at the requested interval while responses are fast', async () => {
  expect((await paceAfter()).paced(400)).toBe(400)
  expect((await paceAfter(100)).paced(400)).toBe(400)
  expect((await paceAfter(9000, 50)).paced(2000)).toBe(2000)
})

test('waits four times as long as the last response took, up to a limit', async () => {
  const slow = await paceAfter(1500)
  expect([slow.paced(400), slow.paced(2000), slow.paced(8000)]).toEqual([6000, 6000, 8000])
  expect((await paceAfter(30_000)).paced(2000)).toBe(10_000)
  expect((await paceAfter(30_000)).paced(2000, 5000)).toBe(5000)
})

test('counts a failed request as well, and passes its error on', async () => {
  let now = 0
  const pace = pollPace(() => now)
  const failing = pace.timed(
    Promise.resolve().then(() => {
      now += 2000
      throw new Error('no network')
    }),
  )
  await expect(failing).rejects.toThrow('no network')
  expect(pace.paced(400)).toBe(8000)
})
