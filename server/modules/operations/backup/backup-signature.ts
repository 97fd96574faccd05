import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#server/config/config.ts'
import { STORED_SECRET, makeSecrets } from '#server/platform/secrets/secrets.ts'
import { BackupError, type BackupHeader, type BackupReader } from './backup-files.ts'

/** A key derived from one of the shop's secrets, and the name of that secret. */
export type BackupKey = { name: string; key: Buffer }

type SigningSecrets = Pick<Config, 'secret' | 'earlierSecrets'>

const deriveKey = (secret: string): BackupKey => {
  const secrets = makeSecrets(secret)
  return { name: secrets.names[0], key: secrets.hmac('backup', 'key') }
}

/** Signs new backups. None without PUOTI_SECRET: a secret in the database is in the backup too, so that anyone could sign it again. */
export const signingKey = ({ secret }: Pick<SigningSecrets, 'secret'>): BackupKey | undefined =>
  secret === undefined ? undefined : deriveKey(secret)

/** Check backups: those of the current secret, and of the earlier ones. */
export const checkingKeys = ({ secret, earlierSecrets }: SigningSecrets): BackupKey[] =>
  [secret, ...earlierSecrets]
    .filter(each => each !== undefined && each !== STORED_SECRET)
    .map(each => deriveKey(each ?? ''))

const signatureSchema = z.object({ hmac_sha256: z.string() })

/** The pieces of a backup, and after them a line with their HMAC. */
export async function* signPieces(pieces: AsyncIterable<Buffer>, { key }: BackupKey): AsyncGenerator<Buffer> {
  const hmac = createHmac('sha256', key)
  for await (const piece of pieces) {
    hmac.update(piece)
    yield piece
  }
  yield Buffer.from(`${JSON.stringify({ hmac_sha256: hmac.digest('hex') })}\n`)
}

/** What a restore accepts. `isUnsignedAllowed`: also a backup whose signature is missing, or is of an unknown secret. */
export type SignatureRule = { keys: readonly BackupKey[]; isUnsignedAllowed: boolean }

const UNSIGNED_MESSAGE =
  'This backup has no signature: whoever could write to its place may have changed it. If you trust that place, restore it with --unsigned, and check the list of admins afterwards.'
const UNKNOWN_SIGNER_MESSAGE =
  'This backup was signed with another secret than PUOTI_SECRET. Set PUOTI_SECRET to the secret of the shop that wrote it, or PUOTI_SECRET_PREVIOUS to the one before it. If that secret is lost and you trust the place of the backup, restore it with --unsigned.'
const ALTERED_MESSAGE = 'The backup was changed after it was written: its signature is wrong. Restore another one.'

/** Refuses a backup by its head, before any table is written. */
export function refuseUnsigned({ signed_with: name }: BackupHeader, { keys, isUnsignedAllowed }: SignatureRule): void {
  if (isUnsignedAllowed) return
  if (name === undefined) throw new BackupError(UNSIGNED_MESSAGE)
  if (!keys.some(each => each.name === name)) throw new BackupError(UNKNOWN_SIGNER_MESSAGE)
}

/** Computes the HMACs of a backup while it is read. */
export class SignatureCheck {
  readonly #hmacs: Map<string, Hmac>

  constructor(keys: readonly BackupKey[]) {
    this.#hmacs = new Map(keys.map(({ name, key }) => [name, createHmac('sha256', key)]))
  }

  update(bytes: Buffer): void {
    for (const hmac of this.#hmacs.values()) hmac.update(bytes)
  }

  /** Reads the signature of a backup whose rest has been read. Throws BackupError when it is missing or wrong. */
  async end(reader: BackupReader, { signed_with: name }: BackupHeader): Promise<void> {
    if (name === undefined) return
    const expected = this.#hmacs.get(name)?.digest()
    this.#hmacs.clear()
    const read = signatureSchema.safeParse(await reader.json())
    if (!read.success) throw new BackupError(ALTERED_MESSAGE)
    if (expected === undefined) return
    const found = Buffer.from(read.data.hmac_sha256, 'hex')
    if (found.length !== expected.length || !timingSafeEqual(found, expected)) throw new BackupError(ALTERED_MESSAGE)
  }
}
