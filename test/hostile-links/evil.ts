export const EVIL = 'evil.example'
/** A sign by its number: those that no reader sees. */
export const sign = (code: number): string => String.fromCodePoint(code)
