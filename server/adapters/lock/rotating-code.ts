import { createHmac, timingSafeEqual } from 'node:crypto'

// A code is a number of two digits and a TOTP of six: RFC 6238 with HMAC-SHA-256 and a step of five minutes. Number 00 uses the
// store's key itself, so any authenticator app that has the key shows its six digits. The numbers 01 to 99 use keys that are
// derived from it, so shoppers who request codes at the same time get different ones. A keypad needs the key, a clock and no
// network. Test vectors: rotating-code.test.ts.
const STEP_MS = 300_000
const NUMBER_DIGITS = 2
const TOTP_DIGITS = 6
/** The highest number that a code can have. */
export const MAX_CODE_NUMBER = 99
/** A code is valid in the step in which it was generated and in this many steps after it: for 10 to 15 minutes. */
const KEPT_STEPS = 2
/** The keypad's clock may be this many steps behind. */
const EARLY_STEPS = 1

const stepOf = (at: Date): number => Math.floor(at.getTime() / STEP_MS)

/** The key of a number: HMAC-SHA-256 of "Puoti door code NN" with the store's key; for 00 the store's key itself. */
const keyOfNumber = (key: Buffer, number: string): Buffer =>
  Number(number) === 0 ? key : createHmac('sha256', key).update(`Puoti door code ${number}`).digest()

/** The TOTP of a step, truncated as in RFC 4226. */
function totp(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha256', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const value = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(value % 10 ** TOTP_DIGITS).padStart(TOTP_DIGITS, '0')
}

/** The code with a number (0 to 99) at a moment: eight digits, and its expiry. */
export function codeAt(key: Buffer, at: Date, number: number): { code: string; until: Date } {
  const prefix = String(number).padStart(NUMBER_DIGITS, '0')
  return {
    code: prefix + totp(keyOfNumber(key, prefix), stepOf(at)),
    until: new Date((stepOf(at) + 1 + KEPT_STEPS) * STEP_MS),
  }
}

/** The number at the beginning of a code, which identifies it in the keypad's log. */
export const numberOfCode = (code: string): string => code.slice(0, NUMBER_DIGITS)

/** Whether the keypad opens for the typed digits. It should pause after each wrong code, and for minutes after five. */
export function keypadAccepts(key: Buffer, typed: string, at: Date): boolean {
  if (!/^\d{8}$/.test(typed)) return false
  const keyOfTyped = keyOfNumber(key, numberOfCode(typed))
  const digits = Buffer.from(typed.slice(NUMBER_DIGITS))
  const now = stepOf(at)
  let isRight = false
  for (let step = now - KEPT_STEPS; step <= now + EARLY_STEPS; step++) {
    if (timingSafeEqual(Buffer.from(totp(keyOfTyped, Math.max(0, step))), digits)) isRight = true
  }
  return isRight
}
