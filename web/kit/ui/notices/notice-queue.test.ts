import { describe, expect, test } from 'vitest'
import { addNotice, markLeaving, type Notice, removeNotice, visibleNotices } from './notice-queue.ts'
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

const createQueue = (...notices: Notice[]) => notices.reduce<Notice[]>(addNotice, [])
const staying = (queue: Notice[]) => visibleNotices(queue).flatMap(each => (each.isLeaving ? [] : [each.id]))

describe('the queue of notices', () => {
  test('shows at most three notices, and a fourth replaces the oldest', () => {
    const queue = createQueue(notice('a'), notice('b'), notice('c'), notice('d'))
    expect(staying(queue)).toEqual(['b', 'c', 'd'])
  })

  test('never removes a persistent notice for a newer one', () => {
    const queue = createQueue(notice('error', { persist: true }), notice('b'), notice('c'), notice('d'))
    expect(staying(queue)).toEqual(['error', 'c', 'd'])
  })

  test('holds a fourth notice back while three are persistent, and shows it when one is closed', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(id => notice(id, { persist: true }))
    const full = createQueue(a!, b!, c!, notice('d'))
    expect(staying(full)).toEqual(['a', 'b', 'c'])
    expect(staying(removeNotice(markLeaving(full, 'b'), 'b'))).toEqual(['a', 'c', 'd'])
  })

  test('replaces a notice with the same id in its place and restarts its timer', () => {
    const queue = createQueue(notice('milk', { text: '1 pcs' }), notice('b'), notice('milk', { text: '2 pcs' }))
    expect(queue.map(each => [each.id, each.text, each.version])).toEqual([
      ['milk', '2 pcs', 2],
      ['b', 'b', 1],
    ])
  })

  test('shows a leaving notice until it is removed', () => {
    const queue = markLeaving(createQueue(notice('a')), 'a')
    expect(visibleNotices(queue)).toHaveLength(1)
    expect(removeNotice(queue, 'a')).toEqual([])
  })

  test('keeps a notice that is added again while it is leaving', () => {
    const queue = addNotice(markLeaving(createQueue(notice('a')), 'a'), notice('a'))
    expect(queue).toHaveLength(1)
    expect(staying(removeNotice(queue, 'a'))).toEqual(['a'])
  })
})

test('an announcement has one full stop between its parts', () => {
  expect(asSentences(['The order has changed.', '[Conflict (409)]'])).toBe('The order has changed. [Conflict (409)]')
  expect(asSentences(['Login link sent', 'anna@puoti.example'])).toBe('Login link sent. anna@puoti.example')
  expect(asSentences(['Login link sent', undefined])).toBe('Login link sent')
})
