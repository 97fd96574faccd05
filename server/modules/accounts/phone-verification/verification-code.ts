import { isHmacOf, readCode, type Secrets } from '#server/platform/secrets/secrets.ts'

const DIGITS = 6
export const CODE_MINUTES = 10

/** Returns undefined for anything that is not a code. A number has lost its leading zeros: they are restored. */
export function readSmsCode(typed: string | number): string | undefined {
  if (typeof typed === 'string') return readCode(typed)
  return Number.isInteger(typed) && typed >= 0 && typed < 10 ** DIGITS ? String(typed).padStart(DIGITS, '0') : undefined
}

type Code = { userId: number; phone: string; code: string }

const PURPOSE = 'verification code'
const textOf = ({ userId, phone, code }: Code) => `${userId} ${phone} ${code}`

/** Keyed, and bound to the user and the phone: a copy of the row doesn't reveal the code, and doesn't match another row. */
export const verificationCodeHash = (secrets: Secrets, code: Code): Buffer => secrets.hmac(PURPOSE, textOf(code))

export const isVerificationCode = (secrets: Secrets, code: Code, hash: Buffer): boolean =>
  isHmacOf(secrets, PURPOSE, { text: textOf(code), hash })
