import { randomInt } from 'node:crypto'
import type { Secrets } from '#server/secrets.ts'

const DIGITS = 6

/** Six digits, leading zeros kept. */
export const randomCode = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')

/** What may be typed or pasted: spaces and hyphens between the digits do not matter. Undefined when it is no code. */
export function readCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** Bound to its link, so that equal codes do not look equal in the database. */
export const loginCodeHash = (secrets: Secrets, code: { linkHash: Buffer; digits: string }): Buffer =>
  secrets.hmac('login code', `${code.linkHash.toString('hex')} ${code.digits}`)
