import { execFile } from 'node:child_process'
import { chmod, rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { BackupError, encryptedName } from './backup-files.ts'

/** Without the secrets that this process may have in its own. */
const childEnvironment = () => ({ PATH: process.env['PATH'] })

/**
 * Writes an encrypted copy beside a backup, for copies that leave the machine, and returns its path. age (https://age-encryption.org)
 * reads and writes streams, and refuses a truncated or changed file when it decrypts. `recipient`: a public key; the operator has
 * the private one in another place, so that this machine can't read its own copies.
 */
export async function encryptCopy(file: string, recipient: string): Promise<string> {
  const copy = encryptedName(file)
  const draft = `${copy}.part`
  try {
    const args = ['--encrypt', '--recipient', recipient, '--output', draft, file]
    await promisify(execFile)('age', args, { env: childEnvironment() })
    await chmod(draft, 0o600)
    await rename(draft, copy)
    console.log(`${copy}: encrypted.`)
    return copy
  } catch (error) {
    await rm(draft, { force: true })
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const reason = isMissing ? 'the program age is missing: apt-get install age' : String(error)
    throw new BackupError(`The backup ${file} was written, but its encrypted copy was not: ${reason}`, { cause: error })
  }
}
