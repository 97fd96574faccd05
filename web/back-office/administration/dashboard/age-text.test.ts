import { expect, test } from 'vitest'
import { ageText } from './use-status-items.ts'

const now = new Date('2026-11-20T12:30:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test('an age is shown in its largest unit, in the reader’s language', () => {
  expect(ageText(ago(0.5), now, 'en')).toBe('this minute')
  expect(ageText(ago(59), now, 'en')).toBe('59 minutes ago')
  expect(ageText(ago(8 * 60 + 59), now, 'fi')).toBe('8 tuntia sitten')
  expect(ageText(ago(50 * 60), now, 'sv')).toBe('i förrgår')
})

test('a time in the future is shown as “this minute”', () => {
  expect(ageText(ago(-5), now, 'en')).toBe('this minute')
})
