export const EVIL = 'evil.example'
/** A character by its code: for invisible ones. */
export const sign = (code: number): string => String.fromCodePoint(code)
