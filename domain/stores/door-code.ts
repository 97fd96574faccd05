/** Long enough to walk from the car to the door and try twice; so short that what somebody saw over a shoulder is soon worth nothing. */
export const DOOR_CODE_MINUTES = 15

/** A lock that has not taken a code by then won’t while the shopper stands at the door. */
export const LOCK_PATIENCE_MS = 30_000

/** In groups of three from the right, easy to read and remember: "123 456", "12 345 678". */
export const groupDigits = (code: string): string => code.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')

/** For a voice that would read a number: "1 2 3 4 5 6". */
export const spellDigits = (code: string): string => code.replaceAll(/(?<=.)(?=.)/g, ' ')
