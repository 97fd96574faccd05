import { randomBytes } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import type { AskedCode } from '#server/adapters/lock/lock.ts'
import { encryptor } from '#server/platform/secrets/secrets.ts'
import { findLivingAtStore, type CodeRow } from './code-rows.ts'

type Sealing = Pick<Context, 'secrets'>

const codeEncryptor = ({ secrets }: Sealing) => encryptor(secrets, 'door codes')
/** Binds an encrypted code to its row: copied to another row, it can't be decrypted. */
const aboutCode = (lockName: string) => `door code ${lockName}`

/** A code's name at the lock: unique among several installations at one lock, without personal data. 16 characters. */
export const drawLockName = (): string => `Puoti ${randomBytes(5).toString('hex')}`

export const encryptCode = (context: Sealing, lockName: string, code: string): string =>
  codeEncryptor(context).encrypt(aboutCode(lockName), code)

/** The digits; empty for a code that has ended. */
export const openCode = (context: Sealing, { lock_name, code_sealed }: CodeRow): string =>
  code_sealed === null ? '' : codeEncryptor(context).decrypt(aboutCode(lock_name), code_sealed)

/** The digits of the codes that shoppers may use at a store now. */
export const findLivingDigits = async (context: Pick<Context, 'db' | 'secrets'>, storeId: number): Promise<string[]> =>
  (await findLivingAtStore(context.db, storeId)).map(row => openCode(context, row))

/** The code as it is requested from a lock. */
export const askedOf = (context: Sealing, row: CodeRow): AskedCode => ({
  storeId: row.store_id,
  name: row.lock_name,
  code: openCode(context, row),
  from: row.created_at,
  until: row.expires_at,
})
