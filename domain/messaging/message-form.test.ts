import { describe, expect, test } from 'vitest'
import { MAX_MESSAGE_LENGTH, messageProblems, type MessageForm } from './message-form.ts'

const now = new Date('2026-11-22T10:00:00Z')
const english = { title: 'Berries', text: 'Today only.\nCome!' }
const good: MessageForm = { texts: { en: english }, url: '/home', send_at: null }
const wrong = (changes: Partial<MessageForm>) =>
  messageProblems({ ...good, ...changes }, { now, origin: 'https://shop.example' })
const wrongText = (changes: Partial<typeof english>) => wrong({ texts: { en: { ...english, ...changes } } })

describe('a message', () => {
  test('needs a title, a text and a link', () => {
    expect(wrong({})).toEqual([])
    expect(wrong({ texts: { en: { title: '  ', text: '\n' } }, url: '' })).toEqual([
      { field: 'title.en', problem: 'required' },
      { field: 'text.en', problem: 'required' },
      { field: 'url', problem: 'required' },
    ])
  })

  test('needs a text in one language, and a whole one in each language that it has', () => {
    expect(wrong({ texts: {} })).toEqual([{ field: 'texts', problem: 'required' }])
    expect(wrong({ texts: { en: undefined, sv: english } })).toEqual([])
    expect(wrong({ texts: { fi: { title: 'Marjoja', text: '' }, sv: english } })).toEqual([
      { field: 'text.fi', problem: 'required' },
    ])
  })

  test.each(['title', 'text'] as const)('has a %s of limited length', field => {
    const [maxLength, count] = ['a'.repeat(MAX_MESSAGE_LENGTH[field]), MAX_MESSAGE_LENGTH[field]]
    expect(wrongText({ [field]: maxLength })).toEqual([])
    expect(wrongText({ [field]: `${maxLength}a` })).toEqual([{ field: `${field}.en`, problem: 'tooLong', count }])
  })

  test('has a link of limited length', () => {
    const maxLength = '/'.padEnd(MAX_MESSAGE_LENGTH.url, 'a')
    expect(wrong({ url: maxLength })).toEqual([])
    expect(wrong({ url: `${maxLength}a` })).toEqual([
      { field: 'url', problem: 'tooLong', count: MAX_MESSAGE_LENGTH.url },
    ])
  })

  test('may have line breaks only in its text, and no other control characters', () => {
    expect(wrongText({ title: 'Two\nlines' })).toEqual([{ field: 'title.en', problem: 'signs' }])
    expect(wrongText({ title: 'A\u0000', text: 'B\u001b' })).toEqual([
      { field: 'title.en', problem: 'signs' },
      { field: 'text.en', problem: 'signs' },
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
        title: widest(MAX_MESSAGE_LENGTH.title),
        body: widest(MAX_MESSAGE_LENGTH.text),
        navigate: `https://shop.example/${'a'.repeat(MAX_MESSAGE_LENGTH.url)}`,
        lang: 'en',
      },
    }
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(3_900)
  })
})
