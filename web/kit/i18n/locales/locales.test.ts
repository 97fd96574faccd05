import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/error-codes.ts'
import { TEXTS } from '#server/texts/catalogues.ts'
import { ADMIN_SECTIONS } from '#web/back-office/shell/admin-sections.ts'
import adminEn from './admin-en.json' with { type: 'json' }
import { ALL_TEXTS } from './all-texts.ts'
import en from './en.json' with { type: 'json' }

type Texts = {
  [key: string]: string | Texts
}

/** Of JSON text: the names that occur twice in one object, of which JSON.parse would silently use the last. */
function repeatedNames(text: string): string[] {
  const open: Set<string>[] = []
  const repeated: string[] = []
  for (const [token, name] of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (name !== undefined) {
      if (open.at(-1)?.has(name)) repeated.push(name)
      open.at(-1)?.add(name)
    }
  }
  return repeated
}

test('no key of a text is there twice', () => {
  expect(repeatedNames('{"a": "b", "c": {"a": ":\\""}, "a": "{"}')).toEqual(['a'])
  for (const file of readdirSync(import.meta.dirname).filter(name => name.endsWith('.json')))
    expect([file, ...repeatedNames(readFileSync(join(import.meta.dirname, file), 'utf8'))]).toEqual([file])
})

// Only figures, units and symbols, which are the same in every language.
const SAME_IN_EVERY_LANGUAGE = new Set([
  'adminHome.status.version',
  'audit.fromTo',
  'basket.byWeight',
  'basket.plusOne',
  'errors.httpStatus',
  'food.warning',
  'foodForm.from',
  'foodForm.missingPart',
  'foodForm.no',
  'foodForm.sources.open_food_facts',
  'forms.problem',
  'forms.mergedChange',
  'forms.valueOf',
  'home.distanceKilometres',
  'home.distanceMetres',
  'home.unitPrice',
  'productImport.fromTo',
  'productImport.openEarlier',
  'productImport.problem',
  'purchases.payments.app',
  'settings.build',
  'settings.inStore',
  'settings.minutes',
  'settings.seconds',
  'server.operations.doctor.titles.disk',
  'server.operations.doctor.titles.schema',
  'server.orders.receipt.payments.app',
  'server.payments.methodChange.fields.port',
])

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
  )
  return new Map(flat)
}

// {placeholders} and <tags>, which the code fills in.
const filledIn = (text: string) => (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).toSorted()

// `Förp.` is an abbreviation.
const isSentence = (text: string) => /[.!?]$/.test(text) && text !== 'Förp.'

const textsIn = (language: keyof typeof TEXTS) => flatten({ ...ALL_TEXTS[language], server: TEXTS[language] })

const english = textsIn('en')
const translations = [
  ['fi', textsIn('fi')],
  ['sv', textsIn('sv')],
] as const

describe.each(translations)('the texts in %s', (language, texts) => {
  test('have the same keys as the English ones', () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  test('have the same placeholders and tags as the English ones', () => {
    for (const [key, text] of english) expect([key, filledIn(texts.get(key) ?? '')]).toEqual([key, filledIn(text)])
  })

  test('are translated', () => {
    // The same words in English and Swedish.
    const shared = new Set([
      'Status',
      'Yoghurt',
      'Protein',
      'Salt',
      'lupin',
      'Protein (g)',
      'Salt (g)',
      '{count} person',
    ])
    const untranslated = [...texts]
      .filter(([key, text]) => text === english.get(key) && !shared.has(text))
      .map(([key]) => key)
    expect(untranslated.filter(key => !SAME_IN_EVERY_LANGUAGE.has(key))).toEqual([])
  })

  test('have every plural form the language needs', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const plurals = [...english.keys()].filter(key => key.endsWith('_other')).map(key => key.slice(0, -'_other'.length))
    for (const key of plurals)
      for (const form of forms) expect(texts.has(`${key}_${form}`), `${key}_${form}`).toBe(true)
  })
})

/** Dates, times, versions and numbers of standards. */
const OTHER_NUMBERS = /\d+\.\d+\.(?:\d{4})?|WCAG 2\.2|CC BY-SA 3\.0|9\.30|RFC 6238|65535|\d+-\d+|\b[A-Z]\d+/g
const UNIT = String.raw`(?:[%€]|(?:mm|cm|km|m|cl|dl|ml|g|kg|kB|MB|Mt|GB|Gt|ms)(?!\p{L}))`
/** The server fills in figures that are formatted already; these have plain spaces before GB. */
const PLAIN_SPACES = new Set(['server.operations.doctor.findings.diskOk', 'server.operations.doctor.findings.diskLow'])
const FOREIGN_NUMBER = new RegExp(String.raw`\d[.,]\d|\d[ \u00a0,.]\d{3}(?!\d)|\d{4}|\d ?${UNIT}|\} ?${UNIT}`, 'u')

test('numbers with decimals, thousands or units are written as {=1.45 €}, and a no-break space is before each unit', () => {
  const wrong = [english, ...translations.map(([, texts]) => texts)].flatMap(texts =>
    [...texts].filter(
      ([key, text]) =>
        !PLAIN_SPACES.has(key) &&
        FOREIGN_NUMBER.test(
          text
            .replaceAll(/\{=[^}]+\}/g, '')
            .replaceAll(/0\d\d\u00a0\d{3}\u00a0\d{4}/g, '')
            .replaceAll(OTHER_NUMBERS, ''),
        ),
    ),
  )
  expect(wrong).toEqual([])
})

test('no text is empty or has leading or trailing spaces', () => {
  for (const texts of [english, ...translations.map(([, translated]) => translated)])
    for (const [key, text] of texts) expect([key, text]).toEqual([key, text.trim() || 'a text'])
})

test('the shop and the back office have sections with different names', () => {
  expect(Object.keys(adminEn).filter(section => section in en)).toEqual([])
})

test('every error code of the contract has a text', () => {
  for (const code of Object.keys(ERRORS)) expect(english.has(`errors.${code}`), code).toBe(true)
})

test('every entry of the admin drawer has a label', () => {
  for (const path of ADMIN_SECTIONS) expect(english.has(`links.${path}`), path).toBe(true)
})

test('a text is a full sentence in all languages or in none', () => {
  for (const [language, texts] of translations)
    for (const [key, text] of english)
      expect([language, key, isSentence(texts.get(key) ?? '')]).toEqual([language, key, isSentence(text)])
})
