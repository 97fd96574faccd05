import { isHmacOf, type Secrets } from '#server/platform/secrets/secrets.ts'

type Code = { linkHash: Buffer; digits: string }

const PURPOSE = 'login code'
const textOf = ({ linkHash, digits }: Code) => `${linkHash.toString('hex')} ${digits}`

/** Bound to its link, so that equal codes do not look equal in the database. */
export const loginCodeHash = (secrets: Secrets, code: Code): Buffer => secrets.hmac(PURPOSE, textOf(code))

export const isLoginCode = (secrets: Secrets, code: Code, hash: Buffer): boolean =>
  isHmacOf(secrets, PURPOSE, { text: textOf(code), hash })
