import { describe, expect, test } from 'vitest'
import { numberText } from '#domain/format/number-text.ts'
import { ALL_TEXTS } from './locales/all-texts.ts'
import { listKeys } from './locales/list-keys.ts'
import { fillNumbers, type Texts, translate, createTranslate } from './translate.ts'

const LANGUAGES = ALL_TEXTS satisfies Record<string, Texts>
const COUNTS = [0, 1, 2, 5, 21]

/** A text of the files, by its full key. */
const written = (texts: Texts, key: string): string => {
  const found: unknown = key.split('.').reduce<unknown>((at, name) => Object(at)[name], texts)
  return typeof found === 'string' ? found : ''
}

describe.each(Object.entries(LANGUAGES))('in %s', (language, texts) => {
  const plural = new Intl.PluralRules(language)

  test('every text is found by its key, with placeholders filled in and the plural form of its count', () => {
    const keys = listKeys(texts).filter(key => written(texts, key) !== '')
    expect(keys.length).toBeGreaterThan(100)
    const names = [...JSON.stringify(texts).matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
    const places = Object.fromEntries(names.map(name => [name, `<${name}>`]))
    for (const key of keys) {
      const stem = key.replace(/_(?:one|other)$/, '')
      for (const count of COUNTS) {
        const form = stem === key ? key : `${stem}_${plural.select(count)}`
        const expected = fillNumbers(written(texts, form)).replaceAll(/\{(\w+)\}/g, (_, name) =>
          name === 'count' ? `${count}` : `<${name}>`,
        )
        expect(translate(texts, language, { key: stem, values: { ...places, count } }), key).toBe(expected)
      }
    }
  })
})

test('a translator translates into its own language', () => {
  expect(createTranslate(ALL_TEXTS.fi, 'fi')('common.close')).toBe('Sulje')
  expect(createTranslate(ALL_TEXTS.sv, 'sv')('common.close')).toBe('Stäng')
})

test('an unknown key is returned as the text', () => {
  expect(translate(ALL_TEXTS.en, 'en', { key: 'no.such.text' })).toBe('no.such.text')
})

test('numbers of a text are in Finnish notation in every language, with no-break spaces', () => {
  const texts = { a: 'From {=-99.99} to {=100000 €}, such as {=123.40}; {=15 MB}, {=13.5 %}' }
  const expected = 'From −99,99 to 100 000 €, such as 123,40; 15 MB, 13,5 %'.replaceAll(
    /(\d) (?=\d|€|MB|%)/g,
    '$1\u00a0',
  )
  expect(translate(texts, 'en', { key: 'a' })).toBe(expected)
})

test('numbers of texts have the notation of all other numbers', () => {
  for (const value of [0, 7, 200, 1_234, 20_000, 1_234_567, 4.5, 1.45, 1_234.5])
    expect(fillNumbers(`{=${value}}`)).toBe(numberText(value))
  expect(fillNumbers('{=0.00 €} … {=15 MB}')).toBe('0,00\u00a0€ … 15\u00a0MB')
})
