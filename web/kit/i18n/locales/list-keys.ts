type Texts = {
  readonly [key: string]: string | Texts
}

/** The full keys of nested texts, such as "basket.title". */
export const listKeys = (texts: Texts, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [prefix + name] : listKeys(text, `${prefix}${name}.`),
  )
