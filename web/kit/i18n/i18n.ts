import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { loadChunk } from '#web/kit/app-update/chunk-failure.ts'
import adminEn from './locales/admin-en.json?url'
import adminFi from './locales/admin-fi.json?url'
import adminSv from './locales/admin-sv.json?url'
import en from './locales/en.json?url'
import fi from './locales/fi.json?url'
import sv from './locales/sv.json?url'
import { foreseeLanguage, setLanguage } from './speech.ts'
import type { Texts } from './translate.ts'

const LANGUAGES = ['en', 'fi', 'sv'] as const
type Language = (typeof LANGUAGES)[number]

const STORAGE_KEY = 'languageCode'
const YEAR_SECONDS = 31_536_000
// Over https with the prefix that binds the cookie to this host.
const isSecure = location.protocol === 'https:'
const COOKIE_NAME = isSecure ? `__Host-${STORAGE_KEY}` : STORAGE_KEY
const QUERY_NAME = 'lang'

// Separate files, so that no script has to be parsed for them.
const TEXT_FILES = { en, fi, sv } satisfies Record<Language, string>

// The back office's own texts, which shoppers never fetch.
const ADMIN_FILES = { en: adminEn, fi: adminFi, sv: adminSv } satisfies Record<Language, string>

async function fetchFile(url: string): Promise<Texts> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`No texts at ${url}: ${response.status}`)
  const texts: Texts = await response.json()
  return texts
}

let speaksOfBackOffice = false

/** All texts that this browser needs in a language. The sections of the two files have different names. */
async function fetchTexts(language: Language): Promise<Texts> {
  const files = speaksOfBackOffice ? [TEXT_FILES[language], ADMIN_FILES[language]] : [TEXT_FILES[language]]
  const parts = await Promise.all(files.map(fetchFile))
  return Object.assign({}, ...parts) as Texts // All parts are Texts.
}

let isGuess = true

function isLanguage(code: string): code is Language {
  return LANGUAGES.some(language => language === code)
}

function baseLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? tag
}

function rememberLanguage(language: string): void {
  document.documentElement.lang = language
  // Makes the server send the page's first words and the preloaded texts in this language.
  document.cookie = `${COOKIE_NAME}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${isSecure ? '; secure' : ''}`
  writeStored(STORAGE_KEY, language)
}

/** Where the user may have chosen a language, by priority; the html tag after them is only the page's own language. */
function spokenLanguages(): (string | null | undefined)[] {
  const cookie = new RegExp(`(?:^|; )${COOKIE_NAME}=([^;]*)`).exec(document.cookie)?.[1]
  const query = new URLSearchParams(location.search).get(QUERY_NAME)
  return [query, cookie, readStored(STORAGE_KEY), ...navigator.languages]
}

const firstKnown = (tags: readonly (string | null | undefined)[]): Language | undefined =>
  tags.map(tag => baseLanguage(tag ?? '')).find(isLanguage)

let requestedLanguage: Language | undefined

// The language in use, and whether it includes the back office's texts.
let spoken = ''
const withBackOffice = (language: Language) => `${language} true`

/** Loads a language's texts and switches to it, unless another language was requested meanwhile. */
async function changeLanguage(language: Language): Promise<void> {
  const before = requestedLanguage
  requestedLanguage = language
  const speaking = `${language} ${speaksOfBackOffice}`
  const texts = await loadChunk(() => fetchTexts(language)).catch((error: unknown) => {
    if (requestedLanguage === language) requestedLanguage = before
    throw error
  })
  if (requestedLanguage !== language) return
  // The user's choice is stored before the screens change.
  rememberLanguage(language)
  if (spoken === speaking || spoken === withBackOffice(language)) return
  setLanguage(language, texts)
  spoken = speaking
}

/**
 * Detects the language at once, so that all requests from now on contain it. Loads its texts; resolves when the first screen can
 * be rendered.
 */
export async function startI18n(): Promise<void> {
  const preferred = firstKnown(spokenLanguages())
  isGuess = preferred === undefined
  const language = preferred ?? firstKnown([document.documentElement.lang]) ?? 'en'
  foreseeLanguage(language)
  await changeLanguage(language)
}

let adminTexts: Promise<void> | undefined

/** Called before the first page of the back office renders: from then on its texts load with each language. */
export function loadAdminTexts(): Promise<void> {
  speaksOfBackOffice = true
  adminTexts ??= changeLanguage(requestedLanguage ?? 'en').catch((error: unknown) => {
    adminTexts = undefined
    throw error
  })
  return adminTexts
}

/** The user's choice, or the signed-in user's language. */
export async function chooseLanguage(language: Language): Promise<void> {
  isGuess = false
  await changeLanguage(language)
}

/** Switches to the operator's first language when nothing indicates the user's language. */
export async function applyFallbackLanguage(language: Language): Promise<void> {
  if (isGuess) await changeLanguage(language)
}
