import { isHmacOf, readCode, type Secrets } from '#server/platform/secrets/secrets.ts'

const DIGITS = 6
export const CODE_MINUTES = 10

/** Undefined when it is no code. A number has lost its leading zeros on the way: they are given back. */
export function readSmsCode(typed: string | number): string | undefined {
  if (typeof typed === 'string') return readCode(typed)
  return Number.isInteger(typed) && typed >= 0 && typed < 10 ** DIGITS ? String(typed).padStart(DIGITS, '0') : undefined
}

type Code = { userId: number; phone: string; code: string }

const PURPOSE = 'verification code'
const textOf = ({ userId, phone, code }: Code) => `${userId} ${phone} ${code}`

/** Keyed, and bound to user and phone: a copy of the row tells no code, and fits no other row. */
export const verificationCodeHash = (secrets: Secrets, code: Code): Buffer => secrets.hmac(PURPOSE, textOf(code))

export const isVerificationCode = (secrets: Secrets, code: Code, hash: Buffer): boolean =>
  isHmacOf(secrets, PURPOSE, { text: textOf(code), hash })
