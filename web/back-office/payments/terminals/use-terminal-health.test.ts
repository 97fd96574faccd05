import { expect, test } from 'vitest'
import { withConcurrencyLimit } from './use-terminal-health.ts'

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

test('a call that comes as another one ends does not take the slot of a waiting call', async () => {
  let [open, max, left] = [0, 0, 40]
  const calls: Promise<void>[] = []
  const work = async () => {
    max = Math.max(max, ++open)
    await sleep(1)
    open--
    // One call after each of the first microtasks that follow.
    let turn = Promise.resolve()
    for (let at = 0; at < 6 && left-- > 0; at++) {
      turn = turn.then(() => undefined)
      calls.push(turn.then(() => withConcurrencyLimit(work)))
    }
  }
  calls.push(...Array.from({ length: 9 }, () => withConcurrencyLimit(work)))
  for (const call of calls) await call
  expect(max).toBe(3)
})

test('at most three tasks run at a time, and a failed task blocks no other', async () => {
  let [open, max] = [0, 0]
  const work = (number: number) => async () => {
    max = Math.max(max, ++open)
    await sleep(5)
    open--
    if (number % 4 === 0) throw new Error('on purpose')
    return number
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, number) => withConcurrencyLimit(work(number))),
  )
  expect(max).toBe(3)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
})
