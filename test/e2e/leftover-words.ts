import { expect, type Page } from '@playwright/test'
import { ALL_TEXTS } from '#web/kit/i18n/locales/all-texts.ts'
import { PSEUDO_TEXTS } from './pseudo-language.ts'
import type { ScreenVariant } from './screen-variants.ts'

type Spoken = ScreenVariant['language']

const TEXTS: Record<Spoken, object> = { ...ALL_TEXTS, pseudo: PSEUDO_TEXTS }

const getValues = (texts: object): string[] =>
  Object.values(texts).flatMap((inner: unknown) => (typeof inner === 'string' ? [inner] : getValues(inner as object))) // JSON of texts

/** Names that are the same in each language, and are also a text of the app: of a demo product, and of languages to choose from. */
const NAMES = new Set(['Cola', 'English', 'Suomi', 'Svenska'])

/** The texts of one language that another lacks, except NAMES and texts with {places} or no letter. */
function ownTexts(language: Spoken, other: Spoken): string[] {
  const shared = new Set(getValues(TEXTS[other]))
  return getValues(TEXTS[language]).filter(
    text => !shared.has(text) && !text.includes('{') && !NAMES.has(text) && /\p{L}/u.test(text),
  )
}

/** Texts and labels of the page that are still in the previous language; notices keep their original language. */
const leftWords = (page: Page, before: Spoken, now: Spoken) =>
  page.evaluate<string[]>(`{
    const texts = new Set(${JSON.stringify(ownTexts(before, now))})
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const isNotice = element => element.closest('body > [role="region"], body > [role="status"]') !== null
    const said = []
    while (walker.nextNode()) if (!isNotice(walker.currentNode.parentElement)) said.push(walker.currentNode.data.trim())
    const names = ['aria-label', 'placeholder', 'title', 'alt'].flatMap(name =>
      [...document.querySelectorAll('[' + name + ']')].filter(element => !isNotice(element)).map(element => element.getAttribute(name)))
    ;[...said, ...names].filter(text => texts.has(text))
  }`)

/** Fails when a screen that changed its language still contains text in the previous one. */
export const expectNoWordLeft = (page: Page, { before, now, place }: { before: Spoken; now: Spoken; place: string }) =>
  expect.poll(() => leftWords(page, before, now), `${place}: still in ${before}`).toEqual([])
