import adminEn from './locales/admin-en.json?url'
import adminFi from './locales/admin-fi.json?url'
import adminSv from './locales/admin-sv.json?url'
import en from './locales/en.json?url'
import fi from './locales/fi.json?url'
import sv from './locales/sv.json?url'
import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { loadChunk } from '#web/kit/app-update/chunk-failure.ts'
import type { Texts } from './translate.ts'
import { foreseeLanguage, setLanguage } from './speech.ts'

export const LANGUAGES = ['en', 'fi', 'sv'] as const
export type Language = (typeof LANGUAGES)[number]

const STORAGE_KEY = 'languageCode'
const YEAR_SECONDS = 31_536_000
// Over https under the name that binds it to this host alone.
const isSecure = location.protocol === 'https:'
const COOKIE = isSecure ? `__Host-${STORAGE_KEY}` : STORAGE_KEY
const QUERY_NAME = 'lang'

// Files of their own, which no script has to be parsed for.
const FILES = { en, fi, sv } satisfies Record<Language, string>

// The back office has its own, which shoppers never fetch.
const ADMIN_FILES = { en: adminEn, fi: adminFi, sv: adminSv } satisfies Record<Language, string>

async function fetchFile(url: string): Promise<Texts> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`No texts at ${url}: ${response.status}`)
  const texts: Texts = await response.json()
  return texts
}

let speaksOfBackOffice = false

/** All texts that this browser needs in a language. Their sections have different names. */
async function fetchTexts(language: Language): Promise<Texts> {
  const files = speaksOfBackOffice ? [FILES[language], ADMIN_FILES[language]] : [FILES[language]]
  const parts = await Promise.all(files.map(fetchFile))
  return Object.assign({}, ...parts) as Texts // Of Texts alone.
}

let isGuess = true

export function isLanguage(code: string): code is Language {
  return LANGUAGES.some(language => language === code)
}

function baseLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? tag
}

function remember(language: string): void {
  document.documentElement.lang = language
  // For the server: the page's own first words and the texts that it has fetched ahead are then in this language.
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${isSecure ? '; secure' : ''}`
  writeStored(STORAGE_KEY, language)
}

/** Where the reader may have said a language, in order; the html tag after them only says what the page was written in. */
function spokenLanguages(): (string | null | undefined)[] {
  const cookie = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1]
  const query = new URLSearchParams(location.search).get(QUERY_NAME)
  return [query, cookie, readStored(STORAGE_KEY), ...navigator.languages]
}

const firstKnown = (tags: readonly (string | null | undefined)[]): Language | undefined =>
  tags.map(tag => baseLanguage(tag ?? '')).find(isLanguage)

let wanted: Language | undefined

// The language spoken, and whether with the back office's texts.
let spoken = ''
const withBackOffice = (language: Language) => `${language} true`

/** Loads a language's texts, and speaks it unless another has been asked for meanwhile. */
async function speak(language: Language): Promise<void> {
  const before = wanted
  wanted = language
  const speaking = `${language} ${speaksOfBackOffice}`
  const texts = await loadChunk(() => fetchTexts(language)).catch((error: unknown) => {
    if (wanted === language) wanted = before
    throw error
  })
  if (wanted !== language) return
  // A reader's choice is remembered before the screens change by it.
  remember(language)
  if (spoken === speaking || spoken === withBackOffice(language)) return
  setLanguage(language, texts)
  spoken = speaking
}

/**
 * Detects the language, at once: whatever is asked for from now on carries it. Loads its texts; resolves when the first
 * screen can be drawn.
 */
export async function startI18n(): Promise<void> {
  const told = firstKnown(spokenLanguages())
  isGuess = told === undefined
  const language = told ?? firstKnown([document.documentElement.lang]) ?? 'en'
  foreseeLanguage(language)
  await speak(language)
}

let adminTexts: Promise<void> | undefined

/** Before the first page of the back office is drawn: from now on its texts come with each language. */
export function loadAdminTexts(): Promise<void> {
  speaksOfBackOffice = true
  adminTexts ??= speak(wanted ?? 'en').catch((error: unknown) => {
    adminTexts = undefined
    throw error
  })
  return adminTexts
}

/** The reader's choice, or the signed-in user's language. */
export async function chooseLanguage(language: Language): Promise<void> {
  isGuess = false
  await speak(language)
}

/** The operator's first language is used when nothing about the reader told a language. */
export async function applyFallbackLanguage(language: Language): Promise<void> {
  if (isGuess) await speak(language)
}
