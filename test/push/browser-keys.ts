import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's keys of a subscription: its public key, its secret, and the decryption of messages (RFC 8291). */
export function browserKeys() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    /** Throws when the message was not encrypted for this browser. */
    decrypt(message: Buffer): string {
      const salt = message.subarray(0, 16)
      const sender = message.subarray(21, 21 + (message[20] ?? 0))
      const sealed = message.subarray(21 + sender.length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const secret = hkdf(ecdh.computeSecret(sender), { salt: auth, info, length: 32 })
      const key = hkdf(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
      const nonce = hkdf(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
      const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // The last record ends with a 2, and zeros after it.
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    },
  }
}
export type BrowserKeys = ReturnType<typeof browserKeys>

type Derivation = { salt: Buffer; info: Buffer; length: number }
const hkdf = (secret: Buffer, { salt, info, length }: Derivation): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
