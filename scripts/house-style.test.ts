import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TEXTS } from '#server/texts/catalogues.ts'
import { ADAPTER_TEXTS, ALL_TEXTS } from '#web/kit/i18n/locales/all-texts.ts'
import { HOUSE_STYLE, type Place } from './house-style.ts'

type Texts = { [key: string]: string | Texts }
type Language = 'en' | 'fi' | 'sv'
/** `name`: the key of a text, or a file with a line. */
type Passage = { name: string; place: Place; text: string }

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const listFiles = (...paths: string[]) =>
  execFileSync('git', ['ls-files', ...paths], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')

const flatten = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    // Soft hyphens don't hide a word, and the name of a placeholder is not read.
    typeof value === 'string'
      ? [[prefix + key, value.replaceAll(/\u00AD|(?<=\{)\w+(?=\})/g, '')]]
      : flatten(value, `${prefix}${key}.`),
  )

const listTexts = (language: Language): Passage[] =>
  flatten({ ...ALL_TEXTS[language], server: TEXTS[language], ...ADAPTER_TEXTS[language] }).map(([name, text]) => ({
    name,
    place: 'texts',
    text,
  }))

/** Without what the page quotes: code, addresses, and texts of the interface. */
const withoutQuotations = (page: string) =>
  page
    .replaceAll(/^```[^]*?^ *```/gm, '')
    .replaceAll(/`[^`]*`/g, '`…`')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/[“”][^“”]*”/g, '“…”')
    .replaceAll(/\*\*[^*]+\*\*|(?<!\w)_[^_]+_(?!\w)/g, '…')

const LANGUAGE_OF_PAGE = /^docs\/shopkeeper\/(fi|sv)\//
/** Figures of runs, titles of a standard, and a table of refused words. */
const EXEMPT = new Set(['docs/results/README.md', 'docs/security/asvs.md', 'docs/developer/writing.md'])

const listPages = (language: Language): Passage[] =>
  listFiles('*.md')
    .filter(file => !EXEMPT.has(file) && (LANGUAGE_OF_PAGE.exec(file)?.[1] ?? 'en') === language)
    .map(name => ({ name, place: 'pages', text: withoutQuotations(read(name)) }))

const listComments = (): Passage[] =>
  listFiles('deploy')
    .filter(file => !file.endsWith('.json'))
    .map(name => ({
      name,
      place: 'deploy',
      text: [...read(name).matchAll(/#(?!!)(.*)$/gm)].map(([, line]) => line).join('\n'),
    }))

function listDescriptions(): Passage[] {
  const paths: Record<
    string,
    Record<string, { operationId: string; summary: string; description: string }>
  > = JSON.parse(read('docs/integrator/openapi.json')).paths
  return Object.values(paths)
    .flatMap(path => Object.values(path))
    .map(({ operationId, summary, description }) => ({
      name: operationId,
      place: 'api',
      text: withoutQuotations(`${summary}\n${description}`),
    }))
}

const PASSAGES: Readonly<Record<Language, readonly Passage[]>> = {
  en: [...listTexts('en'), ...listPages('en'), ...listComments(), ...listDescriptions()],
  fi: [...listTexts('fi'), ...listPages('fi')],
  sv: [...listTexts('sv'), ...listPages('sv')],
}

function findRefused(language: Language, place: Place): string[] {
  const passages = PASSAGES[language].filter(each => each.place === place)
  return HOUSE_STYLE[language]
    .filter(({ places }) => places?.includes(place) ?? true)
    .flatMap(({ words, instead, except = [] }) =>
      passages
        .filter(({ name }) => !except.includes(name))
        .flatMap(({ name, text }) => {
          const found = words.exec(text)
          if (!found) return []
          const around = text.slice(Math.max(0, found.index - 40), found.index + found[0].length + 40)
          return [`${name}: “${around.replaceAll(/\s+/g, ' ')}” (instead of ${found[0]}: ${instead})`]
        }),
    )
}

test.each(['en', 'fi', 'sv'] as const)('the texts in %s keep the house style', language => {
  expect(findRefused(language, 'texts')).toEqual([])
})

test.each(['en', 'fi', 'sv'] as const)('the pages in %s keep the house style', language => {
  expect(findRefused(language, 'pages')).toEqual([])
})

test('the comments of deploy keep the house style', () => {
  expect(findRefused('en', 'deploy')).toEqual([])
})

test('the descriptions of the API keep the house style', () => {
  expect(findRefused('en', 'api')).toEqual([])
})

test.each(['en', 'fi', 'sv'] as const)('each exception in %s is still needed', language => {
  const texts = new Map(PASSAGES[language].map(({ name, text }) => [name, text]))
  for (const { words, except = [] } of HOUSE_STYLE[language])
    for (const name of except) expect(texts.get(name) ?? '', name).toMatch(words)
})
