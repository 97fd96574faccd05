import { randomInt, createHmac, timingSafeEqual } from 'node:crypto'
import type { Lock } from '#server/adapters/lock/lock.ts'

/** `isTold`: the key has been shown to an admin, for a keypad. */
type KeypadKey = { key: Buffer; isTold: boolean }

// The keypad accepts every code without a request.
const isActive = async () => ({ status: 'active' }) as const

/**
 * A number for a new code, from 01 to 99, that no code in `taken` has. When all are in use (99 requests within a quarter of an
 * hour), two shoppers share one.
 */
function drawNumber(reserved: readonly string[]): number {
  const used = new Set(reserved.map(code => Number(numberOfCode(code))))
  const free = Array.from({ length: MAX_CODE_NUMBER }, (_, index) => index + 1).filter(number => !used.has(number))
  return free[randomInt(Math.max(1, free.length))] ?? randomInt(1, MAX_CODE_NUMBER + 1)
}

/** Codes that the keypad computes from its key and clock: nothing is sent to it, so codes can't be revoked. */
export function rotatingLock(findKey: (storeId: number) => Promise<KeypadKey | undefined>): Lock {
  return {
    async propose(storeId, at, reserved) {
      const found = await findKey(storeId)
      if (!found) return undefined
      const proposed = codeAt(found.key, at, drawNumber(reserved))
      return { ...proposed, logName: numberOfCode(proposed.code) }
    },
    issueCode: isActive,
    state: isActive,
    revoke: async () => ({ status: 'lapses' }),
    async health(storeId) {
      const found = await findKey(storeId)
      if (!found) return { code: 'notSetUp', detail: 'no key' }
      return { code: found.isTold ? 'ready' : 'noKeypad', detail: found.isTold ? '' : 'its key was never asked for' }
    },
  }
}

// A code is a number of two digits and a TOTP of six: RFC 6238 with HMAC-SHA-256 and a step of five minutes. Number 00 uses the
// store's key itself, so any authenticator app that has the key shows its six digits. The numbers 01 to 99 use keys that are
// derived from it, so shoppers who request codes at the same time get different ones. A keypad needs the key, a clock and no
// network. Test vectors: rotating-code.test.ts.
const STEP_MS = 300_000
const NUMBER_DIGITS = 2
const TOTP_DIGITS = 6
/** The highest number that a code can have. */
const MAX_CODE_NUMBER = 99
/** A code is valid in the step in which it was generated and in this many steps after it: for 10 to 15 minutes. */
const GRACE_STEPS = 2
/** The keypad's clock may be this many steps behind. */
const EARLY_STEPS = 1

const timeStep = (at: Date): number => Math.floor(at.getTime() / STEP_MS)

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
    code: prefix + totp(keyOfNumber(key, prefix), timeStep(at)),
    until: new Date((timeStep(at) + 1 + GRACE_STEPS) * STEP_MS),
  }
}

/** The number at the beginning of a code, which identifies it in the keypad's log. */
const numberOfCode = (code: string): string => code.slice(0, NUMBER_DIGITS)

/** Whether the keypad opens for the typed digits. It should pause after each wrong code, and for minutes after five. */
export function keypadAccepts(key: Buffer, typed: string, at: Date): boolean {
  if (!/^\d{8}$/.test(typed)) return false
  const keyOfTyped = keyOfNumber(key, numberOfCode(typed))
  const digits = Buffer.from(typed.slice(NUMBER_DIGITS))
  const now = timeStep(at)
  let isRight = false
  for (let step = now - GRACE_STEPS; step <= now + EARLY_STEPS; step++) {
    if (timingSafeEqual(Buffer.from(totp(keyOfTyped, Math.max(0, step))), digits)) isRight = true
  }
  return isRight
}
