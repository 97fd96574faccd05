// Stands for `i18next` in the built app: the part of it that the app uses, in a fiftieth of its size.
import type { TFunction } from 'i18next'
import { i18n, speech } from './speech.ts'

type Arguments = Parameters<TFunction>

// The same call, in the language that is spoken by then.
export const t = ((...call: Arguments) => speech().t(...call)) as TFunction

// oxlint-disable-next-line no-default-export -- the library has one
export { i18n as default }
