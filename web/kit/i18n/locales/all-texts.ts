import { TERMINALS } from '#domain/payments/terminals/terminal-providers.ts'
import { LOCKS } from '#domain/stores/locks/lock-providers.ts'
import adminEn from './admin-en.json' with { type: 'json' }
import adminFi from './admin-fi.json' with { type: 'json' }
import adminSv from './admin-sv.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import fi from './fi.json' with { type: 'json' }
import sv from './sv.json' with { type: 'json' }

/** The shop's texts and the back office's, as an admin's browser has them; for code that needs all of them. */
export const ALL_TEXTS = {
  en: { ...en, ...adminEn },
  fi: { ...fi, ...adminFi },
  sv: { ...sv, ...adminSv },
}

type Texts = { [key: string]: string | Texts }
type Language = keyof typeof ALL_TEXTS

const isText = (value: object): value is Record<Language, string> => 'en' in value && 'fi' in value && 'sv' in value

const declaredIn = (declared: object, language: Language): Texts =>
  Object.fromEntries(
    Object.entries(declared).flatMap(([key, value]: [string, unknown]): [string, string | Texts][] => {
      if (typeof value !== 'object' || value === null) return []
      return [[key, isText(value) ? value[language] : declaredIn(value, language)]]
    }),
  )

const adapterTexts = (language: Language) => declaredIn({ locks: LOCKS, terminals: TERMINALS }, language)

/** The texts that adapters declare. */
export const ADAPTER_TEXTS = { en: adapterTexts('en'), fi: adapterTexts('fi'), sv: adapterTexts('sv') }
