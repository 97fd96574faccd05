import type { Page } from '@playwright/test'
import en from '#web/locales/en.json' with { type: 'json' }
import { textsFrom } from './texts.ts'

const GROWTH = 0.4
const LONGEST_WORD = 11

/** The text with two fifths more of it before it, in words of Finnish length; its {places} and <tags> stay whole. */
export function lengthened(text: string): string {
  const letters = Array.from(text.replaceAll(/\{\w+\}|<\/?\w+>|\P{L}/gu, '')).toReversed()
  const wanted = Math.ceil(text.length * GROWTH)
  const filler = Array.from({ length: wanted }, (_, at) => {
    if (at % (LONGEST_WORD + 1) === LONGEST_WORD) return ' '
    return letters[at % letters.length] ?? 'ä'
  })
  return `${filler.join('').trim()} ${text}`
}

const lengthenAll = (texts: unknown): unknown =>
  typeof texts === 'string'
    ? lengthened(texts)
    : Object.fromEntries(Object.entries(texts as object).map(([key, inner]) => [key, lengthenAll(inner)])) // JSON of texts

const PSEUDO = lengthenAll(en)

/** What the app says in a language that is two fifths longer than English. */
export const pseudoTexts = textsFrom(PSEUDO)

/** Lets the page fetch that language in the place of English. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.route(/\/assets\/en-[\w-]+\.json$/, route => route.fulfill({ json: PSEUDO }))
}
