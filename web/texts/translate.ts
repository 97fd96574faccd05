export interface Texts {
  readonly [key: string]: string | Texts
}

export type TextValues = Readonly<Record<string, string | number | undefined>>

/** A key such as "errors.order.none": its parts are names within names, and a name may have points of its own. */
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

const pluralOf = (language: string, count: unknown) =>
  typeof count === 'number' ? `_${new Intl.PluralRules(language).select(count)}` : ''

/** The text of a key, its {places} filled; `count` chooses the plural form. An unknown key is its own text. */
export function translate(texts: Texts, language: string, { key, values = {} }: { key: string; values?: TextValues }) {
  const text = findText(texts, key + pluralOf(language, values['count'])) ?? findText(texts, key)
  if (text === undefined) return key
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
