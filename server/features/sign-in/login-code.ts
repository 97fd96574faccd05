import type { Secrets } from '#server/secrets.ts'

/** Bound to its link, so that equal codes do not look equal in the database. */
export const loginCodeHash = (secrets: Secrets, code: { linkHash: Buffer; digits: string }): Buffer =>
  secrets.hmac('login code', `${code.linkHash.toString('hex')} ${code.digits}`)
