import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { ALL_TEXTS } from '#web/locales/all-texts.ts'
import { keysOf } from '#web/locales/keys-of.ts'
import { type Texts, translate } from './translate.ts'

const LANGUAGES = ALL_TEXTS satisfies Record<string, Texts>
const COUNTS = [0, 1, 2, 5, 21]

describe.each(Object.entries(LANGUAGES))('in %s', (language, texts) => {
  const library = createInstance()
  beforeAll(() =>
    library.init({
      lng: language,
      resources: { [language]: { translation: texts } },
      interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    }),
  )

  test('every text reads as i18next would write it, with its places filled and in each plural', () => {
    const keys = keysOf(texts).map(key => key.replace(/_(?:one|other)$/, ''))
    expect(keys.length).toBeGreaterThan(100)
    const names = ['a', ...JSON.stringify(texts).matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? 'a')
    const places = Object.fromEntries(names.map(name => [name, `<${name}>`]))
    for (const key of keys) {
      for (const count of COUNTS) {
        const values = { ...places, count }
        const expected: unknown = library.t(key, values)
        expect(translate(texts, language, { key, values }), key).toBe(expected)
      }
    }
  })
})

test('an unknown key is its own text', () => {
  expect(translate(ALL_TEXTS.en, 'en', { key: 'no.such.text' })).toBe('no.such.text')
})
