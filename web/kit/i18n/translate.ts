import type adminEn from './locales/admin-en.json'
import type en from './locales/en.json'

export type Texts = { readonly [key: string]: string | Texts }

export type TextValues = Readonly<Record<string, string | number | undefined>>

type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key

type KeysOf<Of, Prefix extends string = ''> = {
  [Key in keyof Of & string]: Of[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Of[Key], `${Prefix}${Key}.`>
}[keyof Of & string]

/** The key of a text of the shop or of the back office, such as 'basket.title'; of plural forms, their common part. */
export type TextKey = KeysOf<typeof en & typeof adminEn>

/** Returns the text of a key in one language, with its {places} and numbers such as {=1.45 €} filled in; `count` selects the plural form. */
export type Translate = (key: TextKey, values?: TextValues) => string

/** Finds a key such as "errors.order.none": its parts are nested names, and a name may contain dots itself. */
function findText(texts: Texts, key: string): string | undefined {
  const whole = texts[key]
  if (typeof whole === 'string') return whole
  for (let point = key.indexOf('.'); point > 0; point = key.indexOf('.', point + 1)) {
    const inner = texts[key.slice(0, point)]
    const found = typeof inner === 'object' ? findText(inner, key.slice(point + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const pluralSuffix = (language: string, count: unknown) =>
  typeof count === 'number' ? `_${new Intl.PluralRules(language).select(count)}` : ''

/** Like Translate, for any string: an unknown key is returned as the text. */
export function translate(texts: Texts, language: string, { key, values = {} }: { key: string; values?: TextValues }) {
  const text = findText(texts, key + pluralSuffix(language, values['count'])) ?? findText(texts, key)
  if (text === undefined) return key
  return fillNumbers(text).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/**
 * Texts write their own numbers as `{=20000}` or `{=1.45 €}`; people read them in the notation of all other numbers, which is that of
 * `numberText`: 20 000 and 1,45 €, with no-break spaces.
 */
export const fillNumbers = (text: string): string =>
  text.replaceAll(/\{=([^}]+)\}/g, (_, written: string) =>
    written
      .replaceAll(/\B(?=(?:\d{3})+(?!\d))|\s/g, '\u00a0')
      .replace('.', ',')
      .replace('-', '−'),
  )

export const createTranslate =
  (texts: Texts, language: string): Translate =>
  (key, values = {}) =>
    translate(texts, language, { key, values })
