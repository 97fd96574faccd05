import { describe, expect, test } from 'vitest'
import { createBurstReader, type KeyVerdict, wedgeKey } from './use-wedge-scanner.ts'

const CODE = '6401234567897'

/** Presses the keys of a text; \n is the end of line. Returns the verdicts. */
function typed(text: string, { gapMs = 30, reader = createBurstReader(), fromMs = 0 } = {}): KeyVerdict[] {
  return text.split('').map((char, index) => reader.press(char === '\n' ? 'end' : { char }, fromMs + index * gapMs))
}
const codes = (verdicts: KeyVerdict[]) => verdicts.flatMap(({ code }) => code ?? [])
const passed = (text: string, verdicts: KeyVerdict[]) =>
  text
    .split('')
    .filter((_, index) => !verdicts[index]?.swallow)
    .join('')

describe('a keyboard wedge scanner', () => {
  test('is read as one code, and its Enter is swallowed', () => {
    const verdicts = typed(`${CODE}\n`)
    expect(codes(verdicts)).toEqual([CODE])
    expect(verdicts.at(-1)?.swallow).toBe(true)
  })

  test('is recognized at its fourth key, and the keys before are undone', () => {
    const verdicts = typed(`${CODE}\n`)
    expect(passed(`${CODE}\n`, verdicts)).toBe(CODE.slice(0, 3))
    expect(verdicts.map(({ restore }) => restore === true).indexOf(true)).toBe(3)
  })

  test('that scans ten codes in a row is read ten times', () => {
    const many = Array.from({ length: 10 }, (_, index) => String(10_000_000 + index))
    expect(codes(typed(many.map(code => `${code}\n`).join('')))).toEqual(many)
  })

  test('without a line end is read after a pause', () => {
    const reader = createBurstReader()
    typed('96385074', { reader })
    expect(reader.fallSilent()).toBe('96385074')
    expect(reader.fallSilent()).toBeUndefined()
  })

  test('is read in full when the page delivers its keys late', () => {
    const reader = createBurstReader()
    typed(CODE.slice(0, 5), { reader })
    expect(reader.fallSilent()).toBeUndefined()
    expect(codes(typed(`${CODE.slice(5)}\n`, { reader, fromMs: 150 }))).toEqual([CODE])
  })

  test('excludes characters typed by hand before the scan', () => {
    const reader = createBurstReader()
    typed('12', { reader, gapMs: 200 })
    expect(codes(typed(`${CODE}\n`, { reader, fromMs: 1000 }))).toEqual([CODE])
  })
})

describe('a person who types', () => {
  test('keeps every key and Enter', () => {
    const verdicts = typed(`${CODE}\n`, { gapMs: 51 })
    expect(codes(verdicts)).toEqual([])
    expect(verdicts.every(({ swallow }) => !swallow)).toBe(true)
  })

  test('keeps Enter after three quick keys', () => {
    expect(typed('123\n', { gapMs: 20 }).every(({ swallow }) => !swallow)).toBe(true)
  })

  test('scans nothing by pausing after quick keys', () => {
    const reader = createBurstReader()
    for (const text of ['1234567', '12345678']) {
      typed(text, { reader, gapMs: 20 })
      expect(reader.fallSilent()).toBeUndefined()
    }
  })

  test('scans nothing if another key is pressed in between', () => {
    const reader = createBurstReader()
    typed('12345', { reader })
    reader.press('other', 160)
    expect(codes(typed('678\n', { reader, fromMs: 190 }))).toEqual([])
  })
})

test('keys are identified by position, whatever the keyboard layout', () => {
  const key = (code: string, shown: string, shiftKey = false) => wedgeKey({ code, key: shown, shiftKey })
  expect(key('Digit1', '&')).toEqual({ char: '1' })
  expect(key('Numpad7', '7')).toEqual({ char: '7' })
  expect(key('KeyA', 'q')).toEqual({ char: 'a' })
  expect(key('KeyA', 'Q', true)).toEqual({ char: 'A' })
  expect(key('NumpadEnter', 'Enter')).toBe('end')
  expect(key('Space', ' ')).toBe('other')
  expect(key('', 'Unidentified')).toBe('other')
})

test('letters typed into a field belong to the field, digits may be a code', () => {
  const inField = (code: string, key: string) => wedgeKey({ code, key, shiftKey: false }, { inField: true })
  expect(inField('KeyA', 'a')).toBe('other')
  expect(inField('Digit1', '1')).toEqual({ char: '1' })
})
