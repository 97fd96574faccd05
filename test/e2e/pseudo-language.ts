import type { Page } from '@playwright/test'
import adminEn from '#web/kit/i18n/locales/admin-en.json' with { type: 'json' }
import en from '#web/kit/i18n/locales/en.json' with { type: 'json' }
import { textsFrom } from './texts.ts'

const GROWTH = 0.4
const MAX_WORD_LENGTH = 11

/** Lengthens the text by two fifths, before its beginning, in words of Finnish length; its {places} and <tags> stay unchanged. */
export function lengthened(text: string): string {
  const letters = Array.from(text.replaceAll(/\{\w+\}|<\/?\w+>|\P{L}/gu, '')).toReversed()
  const targetLength = Math.ceil(text.length * GROWTH)
  const filler = Array.from({ length: targetLength }, (_, at) => {
    if (at % (MAX_WORD_LENGTH + 1) === MAX_WORD_LENGTH) return ' '
    return letters[at % letters.length] ?? 'ä'
  })
  return `${filler.join('').trim()} ${text}`
}

const lengthenAll = (texts: object): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, inner]: [string, unknown]) => [
      key,
      typeof inner === 'string' ? lengthened(inner) : lengthenAll(inner as object), // JSON of texts
    ]),
  )

const [PSEUDO, ADMIN_PSEUDO] = [lengthenAll(en), lengthenAll(adminEn)]

/** The app's texts in a language that is two fifths longer than English. */
export const PSEUDO_TEXTS = { ...PSEUDO, ...ADMIN_PSEUDO }
export const pseudoTexts = textsFrom(PSEUDO_TEXTS)

const FILES = [
  [/\/assets\/en-[\w-]+\.json$/, PSEUDO],
  [/\/assets\/admin-en-[\w-]+\.json$/, ADMIN_PSEUDO],
] as const

/** Serves the page that language in place of English. */
export async function speakPseudo(page: Page): Promise<void> {
  for (const [file, json] of FILES) await page.route(file, route => route.fulfill({ json }))
}

export async function stopPseudo(page: Page): Promise<void> {
  for (const [file] of FILES) await page.unroute(file)
}
