import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

/** A job's payload as the database holds it: a mail carries a login link, which no copy of the database may show. */
export type SealedJob = { sealed: string }

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts payloads with a key of the installation's secret, bound to the queue's name. `open` throws when it does not fit. */
export function jobSealer(secrets: Secrets) {
  const key = secrets.hmac('job payload', 'key')
  return {
    seal(name: string, job: object): SealedJob {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name))
      const text = Buffer.concat([cipher.update(JSON.stringify(job), 'utf8'), cipher.final()])
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') }
    },
    open(name: string, { sealed }: SealedJob): unknown {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return JSON.parse(text.toString('utf8'))
    },
  }
}
