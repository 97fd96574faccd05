import { randomInt } from 'node:crypto'
import type { Secrets } from '#server/secrets.ts'

const DIGITS = 6
export const CODE_MINUTES = 10

/** Six digits, leading zeros kept. */
export const randomCode = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')

/** Undefined when it is no code. A number has lost its leading zeros on the way: they are given back. */
export function readCode(typed: string | number): string | undefined {
  if (typeof typed === 'number') {
    return Number.isInteger(typed) && typed >= 0 && typed < 10 ** DIGITS
      ? String(typed).padStart(DIGITS, '0')
      : undefined
  }
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** Keyed, and bound to user and phone: a copy of the row tells no code, and fits no other row. */
export const verificationCodeHash = (
  secrets: Secrets,
  { userId, phone, code }: { userId: number; phone: string; code: string },
): Buffer => secrets.hmac('verification code', `${userId} ${phone} ${code}`)
