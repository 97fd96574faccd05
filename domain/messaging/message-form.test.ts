import { describe, expect, test } from 'vitest'
import { LONGEST_MESSAGE, messageProblems, type MessageForm } from './message-form.ts'

const now = new Date('2026-11-22T10:00:00Z')
const good: MessageForm = { title: 'Berries', text: 'Today only.\nCome!', url: '/home', send_at: null }
const wrong = (changes: Partial<MessageForm>) =>
  messageProblems({ ...good, ...changes }, { now, origin: 'https://shop.example' })

describe('a message', () => {
  test('needs a title, a text and a link', () => {
    expect(wrong({})).toEqual([])
    expect(wrong({ title: '  ', text: '\n', url: '' })).toEqual([
      { field: 'title', problem: 'required' },
      { field: 'text', problem: 'required' },
      { field: 'url', problem: 'required' },
    ])
  })

  test.each(['title', 'text', 'url'] as const)('has a %s of limited length', field => {
    const longest = (field === 'url' ? '/' : 'a') + 'a'.repeat(LONGEST_MESSAGE[field] - 1)
    expect(wrong({ [field]: longest })).toEqual([])
    expect(wrong({ [field]: `${longest}a` })).toEqual([{ field, problem: 'tooLong', count: LONGEST_MESSAGE[field] }])
  })

  test('may have line breaks only in its text, and no other control characters', () => {
    expect(wrong({ title: 'Two\nlines' })).toEqual([{ field: 'title', problem: 'signs' }])
    expect(wrong({ title: 'A\u0000', text: 'B\u001b' })).toEqual([
      { field: 'title', problem: 'signs' },
      { field: 'text', problem: 'signs' },
    ])
  })

  test('links to the shop or to an https address', () => {
    expect(wrong({ url: 'https://shop.example/basket' })).toEqual([])
    expect(wrong({ url: 'https://farm.example/' })).toEqual([])
    expect(wrong({ url: 'http://farm.example/' })).toEqual([{ field: 'url', problem: 'link' }])
    expect(wrong({ url: ' ' })).toEqual([{ field: 'url', problem: 'link' }])
  })

  test('is sent now or at a time within a year', () => {
    expect(wrong({ send_at: '2026-11-22T10:00:00Z' })).toEqual([])
    expect(wrong({ send_at: '2026-11-22T09:59:10Z' })).toEqual([])
    expect(wrong({ send_at: '2027-11-22T10:00:00Z' })).toEqual([])
    expect(wrong({ send_at: '2026-11-22T09:58:00Z' })).toEqual([{ field: 'send_at', problem: 'past' }])
    expect(wrong({ send_at: '2027-11-24T10:00:00Z' })).toEqual([{ field: 'send_at', problem: 'tooLate' }])
    expect(wrong({ send_at: 'soon' })).toEqual([{ field: 'send_at', problem: 'time' }])
  })

  test('fits into a push of 4,096 bytes even with the widest characters', () => {
    const widest = (length: number) => '€'.repeat(length)
    const payload = {
      web_push: 8030,
      notification: {
        title: widest(LONGEST_MESSAGE.title),
        body: widest(LONGEST_MESSAGE.text),
        navigate: `https://shop.example/${'a'.repeat(LONGEST_MESSAGE.url)}`,
        lang: 'en',
      },
    }
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(3_900)
  })
})
