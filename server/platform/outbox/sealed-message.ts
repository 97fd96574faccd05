import { encryptor, type Secrets } from '#server/platform/secrets/secrets.ts'
import type { Sealed } from './outbox-message.ts'

/**
 * Encrypts emails and SMS as they wait: an email contains a sign-in link, which no copy of the database may reveal. The key is one
 * of the installation's secret; the name of the kind that the text is bound to is part of the stored format. `open` throws when
 * either doesn't match.
 */
export function messageSealer(secrets: Secrets) {
  const { encrypt, decrypt } = encryptor(secrets, 'job payload')
  return {
    seal: <Kind extends keyof Sealed>(kind: Kind, message: Sealed[Kind]): string =>
      encrypt(`send-${kind}`, JSON.stringify(message)),
    // Only `seal`, which is typed by the kind, encrypts with this key.
    open: <Kind extends keyof Sealed>(kind: Kind, sealed: string): Sealed[Kind] =>
      JSON.parse(decrypt(`send-${kind}`, sealed)) as Sealed[Kind],
  }
}
export type MessageSealer = ReturnType<typeof messageSealer>
