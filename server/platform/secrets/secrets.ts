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
import type { Db } from '#server/platform/schema/tables.ts'

/** One item per secret, the newest first: there is always one. */
type OfEach<T> = readonly [newest: T, ...earlier: T[]]

/**
 * Keyed hashes, with one key per purpose, derived from the installation's secrets. With several secrets the newest makes new
 * hashes; those made with an earlier one stay valid.
 */
export type Secrets = {
  /** With the newest secret. */
  hmac: (purpose: string, text: string) => Buffer
  /** With each secret, the newest first. */
  hmacs: (purpose: string, text: string) => OfEach<Buffer>
  /** The name of each secret, for values that must record which one they were made with, the newest first. */
  names: OfEach<string>
}

export function makeSecrets(newest: string, ...earlier: readonly string[]): Secrets {
  const hmac = keyedHashes(newest)
  const others = earlier.map(keyedHashes)
  const withEachKey = <T>(make: (hash: typeof hmac) => T): OfEach<T> => [make(hmac), ...others.map(make)]
  return {
    hmac,
    hmacs: (purpose, text) => withEachKey(hash => hash(purpose, text)),
    names: withEachKey(hash => hash('name', '').subarray(0, NAME_BYTES).toString('base64url')),
  }
}

const NAME_BYTES = 6

function keyedHashes(secret: string) {
  const keys = new Map<string, KeyObject>()
  const keyFor = (purpose: string) => {
    const cached = keys.get(purpose)
    if (cached) return cached
    // With raw bytes a key object would be created at each use, which takes longer than the hash.
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `puoti ${purpose}`, 32)))
    keys.set(purpose, key)
    return key
  }
  return (purpose: string, text: string): Buffer => createHmac('sha256', keyFor(purpose)).update(text).digest()
}

/** Whether one of the secrets made this hash of the text. */
export const verifyHmac = (
  secrets: Secrets,
  purpose: string,
  { text, hash }: { text: string; hash: Buffer },
): boolean => secrets.hmacs(purpose, text).some(hmac => sameBytes(hmac, hash))

/** Placeholder among the earlier secrets for the one that the first start stored in the database. */
export const STORED_SECRET = 'stored'

type SecretsSettings = { secret: string | undefined; earlierSecrets: readonly string[] }

/**
 * The configured secrets; without one, the newest is the one that the first start generated and stored in the database for every
 * instance.
 */
export async function openSecrets(db: Db, { secret, earlierSecrets }: SecretsSettings): Promise<Secrets> {
  const newest = secret ?? (await getOrCreateSecret(db, 'secret', () => randomBytes(32).toString('base64url')))
  const earlier = await Promise.all(
    earlierSecrets.map(async each => (each === STORED_SECRET ? await findStoredSecret(db, 'secret') : each)),
  )
  return makeSecrets(newest, ...earlier.filter(each => each !== undefined))
}

async function findStoredSecret(db: Db, name: string): Promise<string | undefined> {
  const row = db.selectFrom('installation_secret').select('value').where('name', '=', name)
  return (await row.executeTakeFirst())?.value
}

/** Generated at the first start and stored in the database for every instance: of instances that start at once, one wins. */
export async function getOrCreateSecret(db: Db, name: string, make: () => string): Promise<string> {
  const stored = await findStoredSecret(db, name)
  if (stored !== undefined) return stored
  await db
    .insertInto('installation_secret')
    .values({ name, value: make() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = db.selectFrom('installation_secret').select('value').where('name', '=', name)
  return (await row.executeTakeFirstOrThrow()).value
}

const CIPHER_ALGORITHM = 'aes-256-gcm'
/** The name in an encrypted text's mark. A second algorithm could be added under its own name. */
const CIPHER_NAME = 'A256GCM'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts texts, each bound to its subject (`about`). An encrypted text ends with `=`, the algorithm and the secret's name.
 * `decrypt` throws when text, key or subject don't match.
 */
export function createEncryptor(secrets: Secrets, purpose: string) {
  const keys = secrets.hmacs(purpose, 'key')
  const marks = secrets.names.map(name => `${CIPHER_NAME}.${name}`)
  return {
    encrypt: (about: string, text: string): string => `${encryptWith(keys[0], about, text)}=${marks[0]}`,
    decrypt(about: string, encrypted: string): string {
      const [text = '', mark = ''] = encrypted.split('=')
      const key = keys[marks.indexOf(mark)]
      if (!key) throw new Error('This was encrypted with a secret, or in a way, that is not known here.')
      return decryptWith(key, about, text)
    },
    /** Whether the newest secret encrypted this, according to its mark. */
    isNewest: (encrypted: string): boolean => encrypted.endsWith(`=${marks[0]}`),
  }
}

function encryptWith(key: Buffer, about: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER_ALGORITHM, key, nonce).setAAD(Buffer.from(about))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64').replace(/=+$/, '')
}

function decryptWith(key: Buffer, about: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv(CIPHER_ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return text.toString('utf8')
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** 256 random bits, safe in a URL and a cookie. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Compares without revealing by its duration where two texts differ. */
const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** For the audit log: whether the same secret was entered again, without revealing it. Another PUOTI_SECRET changes it. */
export const secretFingerprint = ({ hmac }: Pick<Secrets, 'hmac'>, secret: string): string =>
  `#${hmac('fingerprint', secret).subarray(0, 6).toString('base64url')}`

/** A value of the audit log under a secret's name that is only its fingerprint, or its absence. */
export const isFingerprint = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^#[\w-]{8}$/.test(value))

/** Identifies a phone number that needn't be readable: a wait, or a block, outlives the account. */
export const hashedPhone = (secrets: Secrets, phone: string): string =>
  secrets.hmac('phone', phone).toString('base64url')

/** The same with each secret, to find the hashes of earlier ones as well. */
export const hashesOfPhone = (secrets: Secrets, phone: string): string[] =>
  secrets.hmacs('phone', phone).map(hash => hash.toString('base64url'))

/** Identifies an address after its account was removed. */
export const hashedAddress = (secrets: Secrets, email: string): string =>
  secrets.hmac('address', email).toString('base64url')

/** The address's hashes with each secret, to find those of earlier ones as well. */
export const hashesOfAddress = (secrets: Secrets, email: string): string[] =>
  secrets.hmacs('address', email).map(hash => hash.toString('base64url'))

const CODE_DIGITS = 6

/** Six digits, with leading zeros. */
export const randomCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** Parses a typed or pasted code: ignores spaces and hyphens between the digits. Undefined when it isn't a code. */
export function readCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}
