import { describe, expect, test } from 'vitest'
import { toProductCode } from '#domain/catalogue/scanned-code.ts'
import { createBurstReader, type KeyVerdict, wedgeKey } from './burst-reader.ts'

const CODE = '6401234567897'

const toKey = (char: string) => (char === '\n' ? 'end' : { char, charInUsa: char })

/** Presses the keys of a text; \n is the end of line. Returns the verdicts. */
function typed(text: string, { gapMs = 30, reader = createBurstReader(), fromMs = 0 } = {}): KeyVerdict[] {
  return text.split('').map((char, index) => reader.press(toKey(char), fromMs + index * gapMs))
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
    const field = { isForField: false }
    const reader = createBurstReader()
    const verdicts = `${CODE}\n`.split('').map((char, index) => {
      const key = toKey(char)
      return reader.press(key === 'end' ? key : { ...key, ...field }, index * 120)
    })
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

describe('late keys', () => {
  /** Presses a code with one gap of this length before a key, and Enter. */
  const withGap = (at: number, lateMs: number) => {
    const reader = createBurstReader()
    return `${CODE}\n`.split('').flatMap((char, index) => {
      return reader.press(toKey(char), index * 10 + (index >= at ? lateMs : 0)).code ?? []
    })
  }

  test.each([1, 4, 5, 9, 12, 13])('belong to their code: a gap before key %i', at => {
    for (const lateMs of [60, 150, 240]) expect(withGap(at, lateMs)).toEqual([CODE])
  })

  test('of a slow scanner are a code if all are slow, and none is held for a person’s', () => {
    expect(codes(typed(`${CODE}\n`, { gapMs: 55 }))).toEqual([CODE])
    expect(codes(typed('123456\n', { gapMs: 55 }))).toEqual([])
  })

  test('are never the end of a code by themselves', () => {
    // The last eight digits are a valid EAN-8.
    const [head, tail] = ['64012', '96385074']
    const reader = createBurstReader()
    typed(head, { reader, gapMs: 10 })
    expect(codes(typed(`${tail}\n`, { reader, gapMs: 10, fromMs: 700 }))).toEqual([head + tail])
  })

  test('that never come leave a broken code, which is told', () => {
    const reader = createBurstReader()
    typed('6401234', { reader, gapMs: 10 })
    expect(reader.fallSilent()).toBeUndefined()
    expect(reader.breakOff()).toBe('6401234')
    expect(reader.breakOff()).toBeUndefined()
    typed('640', { reader, gapMs: 10, fromMs: 5000 })
    expect(reader.breakOff()).toBeUndefined()
  })

  test('of a scanner that ends its codes are waited for, also where its beginning is a code', () => {
    const reader = createBurstReader()
    typed(`${CODE}\n`, { reader })
    typed('96385074', { reader, fromMs: 5000 })
    expect(reader.fallSilent()).toBeUndefined()
    expect(reader.breakOff()).toBe('96385074')
  })
})

const key = (code: string, shown: string, more: { shiftKey?: boolean; ctrlKey?: boolean; isAltGraph?: boolean } = {}) =>
  wedgeKey({ code, key: shown, shiftKey: false, ...more })

describe('a key', () => {
  test('of a digit or a letter is known by its position, whatever the keyboard layout', () => {
    expect(key('Digit1', '&')).toEqual({ char: '1', charInUsa: '1' })
    expect(key('Numpad7', '7')).toEqual({ char: '7', charInUsa: '7' })
    expect(key('KeyA', 'q')).toEqual({ char: 'a', charInUsa: 'a' })
    expect(key('KeyA', 'Q', { shiftKey: true })).toEqual({ char: 'A', charInUsa: 'A' })
    expect(key('NumpadEnter', 'Enter')).toBe('end')
    expect(key('Tab', 'Tab')).toBe('end')
    expect(key('', 'Unidentified')).toBe('other')
    expect(key('KeyC', 'c', { ctrlKey: true })).toBe('other')
  })

  test('of a sign is kept as this layout and as that of the USA has it', () => {
    expect(key('BracketRight', ']')).toEqual({ char: ']', charInUsa: ']' })
    expect(key('BracketRight', 'Dead')).toEqual({ char: ']', charInUsa: ']' })
    expect(key('Digit9', ']', { ctrlKey: true, isAltGraph: true })).toEqual({ char: ']', charInUsa: ']' })
    expect(key('Slash', '-')).toEqual({ char: '-', charInUsa: '/' })
    expect(key('Digit7', '/', { shiftKey: true })).toEqual({ char: '/', charInUsa: '7' })
    expect(key('BracketRight', ']', { ctrlKey: true })).toEqual({ char: '\u001d', charInUsa: '\u001d' })
  })

  test('of a letter in a field belongs to the field, of a digit may be a code', () => {
    const inField = (code: string, shown: string) => wedgeKey({ code, key: shown, shiftKey: false }, { inField: true })
    expect(inField('KeyA', 'a')).toEqual({ char: 'a', charInUsa: 'a', isForField: true })
    expect(inField('Digit1', '1')).toEqual({ char: '1', charInUsa: '1', isForField: false })
    const reader = createBurstReader()
    expect(
      'abcdef'.split('').map((char, at) => reader.press(inField(`Key${char.toUpperCase()}`, char), at * 10)),
    ).toEqual(Array.from({ length: 6 }, () => ({ swallow: false })))
  })
})

/** The keys that a scanner presses for a text, by the layout of its setting, and what they write on a device with its own. */
type Layout = (char: string) => {
  code: string
  shiftKey: boolean
  key: string
  ctrlKey?: boolean
  isAltGraph?: boolean
}
const toPlain = (char: string) => ({
  code: /\d/.test(char) ? `Digit${char}` : `Key${char.toUpperCase()}`,
  shiftKey: /[A-Z]/.test(char),
  key: char,
})
const USA_SIGNS: Record<string, [code: string, shift: boolean, inFinland: string]> = {
  ']': ['BracketRight', false, 'Dead'],
  ':': ['Semicolon', true, 'Ö'],
  '/': ['Slash', false, '-'],
  '.': ['Period', false, '.'],
  '-': ['Minus', false, '+'],
}
const NORDIC_SIGNS: Record<string, [code: string, shift: boolean, altGraph: boolean]> = {
  ']': ['Digit9', false, true],
  ':': ['Period', true, false],
  '/': ['Digit7', true, false],
  '.': ['Period', false, false],
  '-': ['Slash', false, false],
}
const usa: Layout = char => {
  const [code, shiftKey] = USA_SIGNS[char] ?? []
  return code === undefined ? toPlain(char) : { code, shiftKey: shiftKey === true, key: char }
}
const usaInFinland: Layout = char => ({ ...usa(char), key: USA_SIGNS[char]?.[2] ?? char })
const nordic: Layout = char => {
  const [code, shiftKey, isAltGraph] = NORDIC_SIGNS[char] ?? []
  if (code === undefined) return toPlain(char)
  return { code, shiftKey: shiftKey === true, key: char, ctrlKey: isAltGraph === true, isAltGraph: isAltGraph === true }
}

describe.each([
  ['of the USA', usa],
  ['of the USA on a device of Finland or Sweden', usaInFinland],
  ['of Finland and Sweden', nordic],
])('a scanner with the layout %s', (_name, layout) => {
  const scan = (text: string, inField = false) => {
    const reader = createBurstReader()
    const keys = text.split('').map(char => wedgeKey(layout(char), { inField }))
    return [...keys, 'end' as const].flatMap((each, at) => reader.press(each, at * 10).code ?? []).map(toProductCode)
  }

  test.each([
    [']E06401234567897', '6401234567897'],
    [']E496385074', '96385074'],
    [']I116401234567894', '16401234567894'],
    [']C1011640123456789410L7', '16401234567894'],
    [']d2010640123456789710L7', '6401234567897'],
    [']Q3010640123456789710L7', '6401234567897'],
    [']e00106401234567897', '6401234567897'],
    [']A0KM-1001', 'KM-1001'],
    ['6401234567897', '6401234567897'],
    ['https://id.gs1.org/01/06401234567897', '6401234567897'],
    ['HTTPS://ID.GS1.ORG/01/06401234567897', '6401234567897'],
  ])('is understood: %s', (scanned, code) => {
    expect(scan(scanned)).toEqual([code])
    if (scanned.startsWith(']')) expect(scan(scanned, true)).toEqual([code])
  })
})
