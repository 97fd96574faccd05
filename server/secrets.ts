import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './db/tables.ts'

/** Keyed hashes, each purpose with a key of its own drawn from the installation's one secret. */
export type Secrets = { hmac: (purpose: string, text: string) => Buffer }

export function makeSecrets(secret: string): Secrets {
  const keys = new Map<string, KeyObject>()
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose)
    if (known) return known
    // Bytes would be made a key at each use, which takes longer than the hash.
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `puoti ${purpose}`, 32)))
    keys.set(purpose, key)
    return key
  }
  return { hmac: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest() }
}

/** The configured secret, or the one that the first start made and kept in the database for every instance. */
export async function installationSecret(db: Kysely<Database>, configured: string | undefined): Promise<string> {
  return configured ?? keptSecret(db, 'secret', () => randomBytes(32).toString('base64url'))
}

/** What the first start made, kept in the database for every instance: of those that start at once, one wins. */
export async function keptSecret(db: Kysely<Database>, name: string, make: () => string): Promise<string> {
  const find = () => db.selectFrom('installation_secret').select('value').where('name', '=', name)
  const kept = await find().executeTakeFirst()
  if (kept) return kept.value
  await db
    .insertInto('installation_secret')
    .values({ name, value: make() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  return (await find().executeTakeFirstOrThrow()).value
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts texts, each bound to what it is about. `open` throws when text, key or what it is about do not fit. */
export const sealer = (key: Buffer) => ({
  seal(about: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  },
  open(about: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    return text.toString('utf8')
  },
})

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** 256 random bits, safe in a URL and a cookie. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Compares without telling by the time it takes where two texts differ. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** What a number is known by where it need not be readable: a wait, or a block, outlives the account. */
export const hashedPhone = (secrets: Secrets, phone: string): string =>
  secrets.hmac('phone', phone).toString('base64url')

const CODE_DIGITS = 6

/** Six digits, leading zeros kept. */
export const randomCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** What may be typed or pasted: spaces and hyphens between the digits do not matter. Undefined when it is no code. */
export function readCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}
