/** Long enough to walk from the car to the door and try twice; short enough that a code seen over a shoulder soon expires. */
export const DOOR_CODE_MINUTES = 15

/** A lock that has not accepted a code by then won’t while the shopper is at the door. */
export const LOCK_TIMEOUT_MS = 30_000

const MAX_UNGROUPED_DIGITS = 5

/** In two halves, for readability, and not like a number: "123 456", "1234 5678". */
export function groupDigits(code: string): string {
  const half = Math.ceil(code.length / 2)
  return code.length > MAX_UNGROUPED_DIGITS ? `${code.slice(0, half)} ${code.slice(half)}` : code
}

/** For screen readers, which would otherwise read one number: "1 2 3 4 5 6". */
export const spellDigits = (code: string): string => code.replaceAll(/(?<=.)(?=.)/g, ' ')
