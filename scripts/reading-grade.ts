// node scripts/reading-grade.ts [COMMIT]: words and reading grade of the interface and the documents, now or in a commit.
import { execFileSync } from 'node:child_process'

type Texts = { [key: string]: string | Texts }
type Figures = { words: number; sentences: number; long: number; syllables: number }

const commit = process.argv[2] ?? 'HEAD'
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 100_000_000 })
const files = git('ls-tree', '-r', '--name-only', commit).trim().split('\n')

const LOCALE = /web\/.*locales\/(?:admin-)?(?:en|fi|sv)\.json$/
const SERVER_TEXTS = /^server\/texts\/(en|fi|sv)\/[a-z-]+\.ts$/
/** The values of a catalogue, which is a list of keys with a text each. */
const listTexts = (source: string) =>
  [...source.matchAll(/^ {2}'[\w.]+':\s*(?:'(.*)'|"(.*)"),$/gm)].map(([, single, double]) =>
    plainText(single ?? double ?? ''),
  )

/** A text is judged as it is read: without tags, and with a word for each placeholder. */
const plainText = (text: string) => text.replaceAll(/<\/?\w+>|\u00AD/g, '').replaceAll(/\{\w+\}/g, 'word')
const flatten = (texts: Texts): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value !== 'string' ? flatten(value) : key.endsWith('_one') ? [] : [plainText(value)],
  )

/** Prose of a document: no code, tables, headings, links' addresses or marks. */
const getProse = (markdown: string): string[] =>
  markdown
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/^(?:\||#|!\[).*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/[*_[\]>]/g, '')
    .split(/\n\s*\n|\n\s*(?:-|\d+\.) /)

const getContent = (file: string): string[] => {
  const text = git('show', `${commit}:${file}`)
  if (SERVER_TEXTS.test(file)) return listTexts(text)
  // The texts of a language are nested objects of strings.
  return LOCALE.test(file) ? flatten(JSON.parse(text) as Texts) : getProse(text)
}

/** An estimate for English: groups of vowels, without a silent e. */
const getSyllables = (word: string) =>
  Math.max(
    1,
    (
      word
        .toLowerCase()
        .replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '')
        .match(/[aeiouy]+/g) ?? []
    ).length,
  )

function getFigures(texts: readonly string[]): Figures {
  const sentences = texts.flatMap(text => text.split(/(?<=[.?!:])\s+/)).filter(text => /\p{L}/u.test(text))
  const words = sentences.flatMap(text => text.match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? [])
  const syllables = words.reduce((sum, word) => sum + getSyllables(word), 0)
  return {
    words: words.length,
    sentences: sentences.length,
    long: words.filter(({ length }) => length > 6).length,
    syllables,
  }
}

/** LIX compares texts of one language; the grade (Flesch–Kincaid) is for English only. */
function report(name: string, isIn: (file: string) => boolean, isEnglish: boolean) {
  const pages = files.filter(isIn)
  if (pages.length === 0) return
  const { words, sentences, long, syllables } = getFigures(pages.flatMap(getContent))
  const perSentence = words / sentences
  const lix = perSentence + (100 * long) / words
  const grade = 0.39 * perSentence + (11.8 * syllables) / words - 15.59
  const row = [name, words, perSentence.toFixed(1), lix.toFixed(0), isEnglish ? grade.toFixed(1) : '']
  console.log(`| ${row.join(' | ')} |`)
}

const isPage = (file: string) => /^docs\/.*\.md$/.test(file) && !/decisions\/|results\//.test(file)
console.log('| texts | words | words per sentence | LIX | grade |\n| --- | --- | --- | --- | --- |')
for (const language of ['en', 'fi', 'sv'])
  for (const [part, prefix] of [
    ['shoppers', ''],
    ['back office', 'admin-'],
  ] as const)
    report(
      `interface, ${part}, ${language}`,
      file => LOCALE.test(file) && file.endsWith(`/${prefix}${language}.json`),
      language === 'en',
    )
for (const language of ['en', 'fi', 'sv'])
  report(`server, ${language}`, file => SERVER_TEXTS.exec(file)?.[1] === language, language === 'en')
report('README', file => file === 'README.md', true)
report('guide, English', file => /^docs\/shopkeeper\/(?!fi\/|sv\/|README)/.test(file), true)
report('guide, Finnish', file => file.startsWith('docs/shopkeeper/fi/'), false)
report('guide, Swedish', file => file.startsWith('docs/shopkeeper/sv/'), false)
report('other pages', file => isPage(file) && !file.startsWith('docs/shopkeeper/'), true)
report('decisions', file => /decisions\/\d.*\.md$/.test(file), true)
