/** The keys of the number pad, row by row. */
export const NUMBER_KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', ',', '0', 'back'] as const
export type NumberKey = (typeof NUMBER_KEYS)[number] | 'sign'

/** The text after a key press. */
export function pressKey(text: string, key: NumberKey): string {
  switch (key) {
    case 'back':
      return text.slice(0, -1)
    case 'sign':
      return /^[-\u2212]/.test(text) ? text.slice(1) : `-${text}`
    case ',':
      return /[.,]/.test(text) ? text : `${/\d/.test(text) ? text : `${text}0`},`
    default:
      return text + key
  }
}
