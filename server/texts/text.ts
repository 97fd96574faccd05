import type { LanguageCode } from '#contract/values.ts'
import { TEXTS } from './catalogues.ts'

type Texts = (typeof TEXTS)['en']
type PluralForm = 'one' | 'other'
type Stem<Key> = Key extends `${infer Common}_${PluralForm}` ? Common : Key

/** The key of a text, such as 'orders.receipt.total'; of plural forms, their common part. */
export type TextKey = Stem<keyof Texts>

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never
type PlaceholdersOf<Key extends TextKey> = Placeholders<Texts[Extract<keyof Texts, Key | `${Key}_${PluralForm}`>]>

type Value = string | number | undefined
type Values<Key extends TextKey> = [PlaceholdersOf<Key>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholdersOf<Key>, Value>>]

/** The keys of texts without placeholders. */
export type PlainTextKey = { [Key in TextKey]: Values<Key> extends [] ? Key : never }[TextKey]

/** Whether a key that contains a stored value, such as the name of a unit, has a text. */
export const isTextKey = (key: string): key is PlainTextKey => key in TEXTS.en

/** Returns a text in one language, with its {placeholders} filled in; a `count` selects the plural form. */
export function text<Key extends TextKey>(language: LanguageCode, key: Key, ...params: Values<Key>): string {
  const texts: Readonly<Record<string, string>> = TEXTS[language]
  const values: Readonly<Record<string, Value>> = params[0] ?? {}
  const count = values['count']
  const form = typeof count === 'number' ? `${key}_${new Intl.PluralRules(language).select(count)}` : key
  const found = texts[form] ?? texts[key] ?? key
  return fillIn(found, name => String(values[name] ?? ''))
}

/** Replaces each {placeholder} of a text by its value. */
export const fillIn = (template: string, getValue: (name: string) => string): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => getValue(name))

export type Translate = <Key extends TextKey>(key: Key, ...values: Values<Key>) => string

/** `text` in one language. */
export const createTranslate =
  (language: LanguageCode): Translate =>
  (key, ...values) =>
    text(language, key, ...values)
