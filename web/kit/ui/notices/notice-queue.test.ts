import { describe, expect, test } from 'vitest'
import { addNotice, markLeaving, type Notice, removeNotice, shownNotices } from './notice-queue.ts'
import { asSentences } from './notices-provider.tsx'

const notice = (id: string, more: Partial<Notice> = {}): Notice => ({
  id,
  severity: 'info',
  text: id,
  version: 1,
  persist: false,
  isLeaving: false,
  ...more,
})

const queueOf = (...notices: Notice[]) => notices.reduce<Notice[]>(addNotice, [])
const staying = (queue: Notice[]) => shownNotices(queue).flatMap(each => (each.isLeaving ? [] : [each.id]))

describe('the queue of notices', () => {
  test('shows at most three, and a fourth drives out the oldest', () => {
    const queue = queueOf(notice('a'), notice('b'), notice('c'), notice('d'))
    expect(staying(queue)).toEqual(['b', 'c', 'd'])
  })

  test('never drives out what waits for an answer', () => {
    const queue = queueOf(notice('error', { persist: true }), notice('b'), notice('c'), notice('d'))
    expect(staying(queue)).toEqual(['error', 'c', 'd'])
  })

  test('lets a fourth wait when three want an answer, and shows it when one is closed', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(id => notice(id, { persist: true }))
    const full = queueOf(a!, b!, c!, notice('d'))
    expect(staying(full)).toEqual(['a', 'b', 'c'])
    expect(staying(removeNotice(markLeaving(full, 'b'), 'b'))).toEqual(['a', 'c', 'd'])
  })

  test('replaces a notice of the same id in its place and starts its time again', () => {
    const queue = queueOf(notice('milk', { text: '1 pcs' }), notice('b'), notice('milk', { text: '2 pcs' }))
    expect(queue.map(each => [each.id, each.text, each.version])).toEqual([
      ['milk', '2 pcs', 2],
      ['b', 'b', 1],
    ])
  })

  test('keeps a leaving notice on the screen until it is gone', () => {
    const queue = markLeaving(queueOf(notice('a')), 'a')
    expect(shownNotices(queue)).toHaveLength(1)
    expect(removeNotice(queue, 'a')).toEqual([])
  })

  test('calls back what comes again while it is leaving', () => {
    const queue = addNotice(markLeaving(queueOf(notice('a')), 'a'), notice('a'))
    expect(queue).toHaveLength(1)
    expect(staying(removeNotice(queue, 'a'))).toEqual(['a'])
  })
})

test('what is announced has one full stop between its parts', () => {
  expect(asSentences(['The order has changed.', '[Conflict (409)]'])).toBe('The order has changed. [Conflict (409)]')
  expect(asSentences(['Login link sent', 'anna@puoti.example'])).toBe('Login link sent. anna@puoti.example')
  expect(asSentences(['Login link sent', undefined])).toBe('Login link sent')
})
