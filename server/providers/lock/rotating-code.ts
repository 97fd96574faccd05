import { createHmac, timingSafeEqual } from 'node:crypto'

// RFC 6238 with HMAC-SHA-256, a step of five minutes and six digits: any library for TOTP knows it, so a keypad of one's own
// can. It needs the store's key and a clock, and no network. Vectors: rotating-code.test.ts.
const STEP_MS = 300_000
const DIGITS = 6
/** A code opens in the step it was made in and in these after it: for 10 to 15 minutes. */
const KEPT_STEPS = 2
/** A keypad's clock may be as much behind. */
const EARLY_STEPS = 1

const stepOf = (at: Date): number => Math.floor(at.getTime() / STEP_MS)

/** The code of a step, as RFC 4226 cuts it out of the HMAC. */
function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha256', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The code of a moment, and when it ends. */
export const codeAt = (key: Buffer, at: Date): { code: string; until: Date } => ({
  code: codeOf(key, stepOf(at)),
  until: new Date((stepOf(at) + 1 + KEPT_STEPS) * STEP_MS),
})

/** What a keypad does with the digits that somebody typed. It should take a breath after each wrong code, and a long one after five. */
export function keypadAccepts(key: Buffer, typed: string, at: Date): boolean {
  const now = stepOf(at)
  const digits = Buffer.from(typed)
  let isRight = false
  for (let step = now - KEPT_STEPS; step <= now + EARLY_STEPS; step++) {
    const code = Buffer.from(codeOf(key, Math.max(0, step)))
    if (code.length === digits.length && timingSafeEqual(code, digits)) isRight = true
  }
  return isRight
}
