import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import adminEn from '#web/kit/i18n/locales/admin-en.json' with { type: 'json' }
import { ADAPTER_TEXTS, ALL_TEXTS } from '#web/kit/i18n/locales/all-texts.ts'
import { fillNumbers } from '#web/kit/i18n/translate.ts'

type Texts = { [key: string]: string | Texts }
type Language = 'en' | 'fi' | 'sv'

const root = join(import.meta.dirname, '..', 'docs', 'shopkeeper')
const pagesIn = (folder: string) =>
  readdirSync(join(root, folder)).filter(name => name.endsWith('.md') && name !== 'README.md')
const PAGES: readonly (readonly [path: string, language: Language])[] = [
  ...pagesIn('.').map(name => [name, 'en'] as const),
  ...(['fi', 'sv'] as const).flatMap(language =>
    pagesIn(language).map(name => [`${language}/${name}`, language] as const),
  ),
]

/** Texts that a shopkeeper types, and words of the page itself. */
const NOT_SHOWN = new Set([
  "Don't pay again.",
  'label of the wrong fish',
  'Matti again',
  'Älä maksa uudelleen.',
  'väärän kalan etiketti',
  'taas se Matti',
  'Betala inte igen.',
])

const flatten = (texts: Texts): string[] =>
  Object.values(texts).flatMap(value => (typeof value === 'string' ? [fillNumbers(value)] : flatten(value)))

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The texts of the interface, without tags. */
const shownIn = (language: Language) =>
  flatten({ ...ALL_TEXTS[language], ...ADAPTER_TEXTS[language] }).map(text =>
    text.replaceAll(/<\/?\w+>/g, '').replaceAll('\u00AD', ''),
  )

/** Letters that a text needs besides its placeholders: “{first} and {second}” would match any name with “and”. */
const MIN_LETTERS = { onePlaceholder: 3, morePlaceholders: 6 }

const hasWordsOfItsOwn = (text: string) => {
  const letters = text.replaceAll(/\{\w+\}|[^\p{L}]/gu, '').length
  const placeholders = text.match(/\{\w+\}/g)?.length ?? 0
  return letters >= (placeholders > 1 ? MIN_LETTERS.morePlaceholders : MIN_LETTERS.onePlaceholder)
}

/** A count matches digits, or “…” in the guide; another placeholder matches any words. */
const toPattern = (text: string) => {
  const parts = text.split(/(\{\w+\})/).map(part => {
    if (part === '{count}') return '(?:…|[\\d\u00A0 ]+)'
    return part.startsWith('{') ? '.+' : escaped(part)
  })
  return new RegExp(`^${parts.join('')}$`, 'u')
}

const patternsIn = (language: Language) => shownIn(language).filter(hasWordsOfItsOwn).map(toPattern)

const SHOWN = { en: shownIn('en'), fi: shownIn('fi'), sv: shownIn('sv') }
const PATTERNS = { en: patternsIn('en'), fi: patternsIn('fi'), sv: patternsIn('sv') }

const spaced = (found: IterableIterator<RegExpExecArray>) =>
  [...found].map(([, text = '']) => text.replaceAll(/\s+/g, ' '))

test.each(PAGES)('each name in bold of %s is a text of the interface', (path, language) => {
  const names = spaced(readFileSync(join(root, path), 'utf8').matchAll(/\*\*(.+?)\*\*/gs))
  expect(names.length).toBeGreaterThan(0)
  expect(
    names.filter(name => !PATTERNS[language].some(pattern => pattern.test(name)) && !SHOWN[language].includes(name)),
  ).toEqual([])
})

const docs = join(root, '..')
const OTHER_PAGES = [
  '../README.md',
  ...['integrator', 'operator'].flatMap(folder =>
    readdirSync(join(docs, folder))
      .filter(name => name.endsWith('.md'))
      .map(name => join(folder, name)),
  ),
]
/** Names in vendors' portals and of the virtual terminal. */
const OF_OTHERS = new Set(
  'Puoti,Approve,Decline,Hang,Simulated,Cloud Device API,Developers,Webhooks,Standard webhook,Geo permissions,Send an SMS,SMS Delivery Reports'.split(
    ',',
  ),
)

test.each(OTHER_PAGES)('each name in italics of %s is a text of the interface', path => {
  const text = readFileSync(join(docs, path), 'utf8').replaceAll(/^```[^]*?^```/gm, '')
  const names = spaced(text.matchAll(/(?<![\w`/])_([A-Z][^_`]+?)_(?![\w`])/gs))
    .flatMap(name => name.split(' → '))
    .map(name => name.replaceAll("'", '’'))
  expect(names.filter(name => !OF_OTHERS.has(name) && !SHOWN.en.includes(name))).toEqual([])
})

test('README and bookkeepers’ page name the button and the page of the menu as they are', () => {
  const page = (path: string) => readFileSync(join(docs, path), 'utf8')
  expect(page('../README.md')).toContain(`_${adminEn.adminHome.startSetup}_ leads to the first test sale`)
  expect(page('integrator/bookkeeping-export.md')).toContain(`under _${adminEn.links['/closings']}_`)
})

test.each(PAGES)('each quotation in %s is a text of the interface, or a part of one', (path, language) => {
  const marked = language === 'en' ? /“([^”]+)”/g : /”([^”]+)”/g
  const quotations = spaced(readFileSync(join(root, path), 'utf8').matchAll(marked))
  const isShown = (quotation: string) => {
    const part = new RegExp(
      quotation
        .split('…')
        .map(each => escaped(each.trim()))
        .join('.*'),
      'u',
    )
    return SHOWN[language].some(text => part.test(text)) || PATTERNS[language].some(pattern => pattern.test(quotation))
  }
  expect(quotations.filter(quotation => !NOT_SHOWN.has(quotation) && !isShown(quotation))).toEqual([])
})
