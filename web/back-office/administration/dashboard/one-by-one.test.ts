import { expect, test } from 'vitest'
import { inTurn } from './use-terminal-health.ts'

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

test('at most three tasks run at a time, and a failed task blocks no other', async () => {
  let [open, most] = [0, 0]
  const work = (number: number) => async () => {
    most = Math.max(most, ++open)
    await sleep(5)
    open--
    if (number % 4 === 0) throw new Error('on purpose')
    return number
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, number) => inTurn(work(number))))
  expect(most).toBe(3)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
})
