/** Long enough to walk from the car to the door and try twice; short enough that a code seen over a shoulder soon expires. */
export const DOOR_CODE_MINUTES = 15

/** A lock that has not accepted a code by then won’t while the shopper is at the door. */
export const LOCK_PATIENCE_MS = 30_000

/** In groups of three from the right, for readability: "123 456", "12 345 678". */
export const groupDigits = (code: string): string => code.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')

/** For screen readers, which would otherwise read one number: "1 2 3 4 5 6". */
export const spellDigits = (code: string): string => code.replaceAll(/(?<=.)(?=.)/g, ' ')
