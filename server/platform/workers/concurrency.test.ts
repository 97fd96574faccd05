import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency, serialQueue } from './concurrency.ts'

test('a serial queue runs one task at a time in order, even after a failure, and refuses tasks when full', async () => {
  const take = serialQueue(3)
  const course: string[] = []
  const work = (name: string) => async () => {
    course.push(`${name} begins`)
    await sleep(5)
    course.push(`${name} ends`)
    if (name === 'a') throw new Error('a failed')
    return name
  }
  const all = await Promise.allSettled(['a', 'b', 'c', 'd'].map(name => take(work(name))))
  expect(all.map(each => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual(['failed', 'b', 'c', 'busy'])
  expect(course).toEqual(['a', 'b', 'c'].flatMap(name => [`${name} begins`, `${name} ends`]))
  expect(await take(work('e'))).toBe('e')
})

test('a concurrency limit runs a few tasks at once, and starts the next as soon as one ends or fails', async () => {
  const take = limitConcurrency(2)
  const started: string[] = []
  let atWork = 0
  let max = 0
  const work = (name: string) => async () => {
    started.push(name)
    max = Math.max(max, ++atWork)
    await sleep(5)
    atWork--
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const all = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(name => take(work(name))))
  expect(all.map(each => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual(['a', 'failed', 'c', 'd', 'e'])
  expect([started.join(''), max]).toEqual(['abcde', 2])
})
