import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from './one-at-a-time.ts'

test('one at a time, in order, whatever became of the one before; who comes when many wait is told so', async () => {
  const take = inTurn(3)
  const course: string[] = []
  const work = (name: string) => async () => {
    course.push(`${name} begins`)
    await pause(5)
    course.push(`${name} ends`)
    if (name === 'a') throw new Error('a failed')
    return name
  }
  const all = await Promise.allSettled(['a', 'b', 'c', 'd'].map(name => take(work(name))))
  expect(all.map(each => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual(['failed', 'b', 'c', 'busy'])
  expect(course).toEqual(['a', 'b', 'c'].flatMap(name => [`${name} begins`, `${name} ends`]))
  expect(await take(work('e'))).toBe('e')
})
