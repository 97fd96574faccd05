import { encryptor, type Secrets } from '#server/platform/secrets/secrets.ts'

/**
 * A job's payload as it is stored: an email contains a sign-in link, which no copy of the database may reveal. The name `sealed`
 * is part of the stored format. `until`: when the payload expires, in ISO 8601; without it, never.
 */
export type EncryptedJob = { sealed: string; until?: string }

/**
 * Encrypts payloads with a key of the installation's secret, bound to the queue's name. `decrypt` throws when either doesn't
 * match.
 */
export function jobEncryptor(secrets: Secrets) {
  const { encrypt, decrypt } = encryptor(secrets, 'job payload')
  return {
    encrypt: (name: string, job: object): EncryptedJob => ({ sealed: encrypt(name, JSON.stringify(job)) }),
    decrypt: (name: string, { sealed }: EncryptedJob): unknown => JSON.parse(decrypt(name, sealed)),
  }
}
