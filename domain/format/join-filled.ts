/** The texts that are not empty, with the separator between them. */
export const joinFilled = (texts: readonly string[], separator: string): string =>
  texts.filter(text => text !== '').join(separator)
