import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { cbor } from './cbor.ts'

const PRESENT = 0x01
const VERIFIED = 0x04
const MAY_BE_BACKED_UP = 0x08
const BACKED_UP = 0x10
const HAS_KEY = 0x40

const ES256 = -7

/** Deviations from a real authenticator or browser. */
export type Deviations = {
  origin?: string
  rpId?: string
  challenge?: string
  isUserVerified?: boolean
  counter?: number
  /** Signs with a different key. */
  hasForeignKey?: boolean
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The public key in COSE format. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** One passkey, and the browser through which it answers: real keys and signatures, no hardware. */
export class SoftwareAuthenticator {
  readonly id = base64url(randomBytes(32))
  readonly origin: string
  readonly rpId: string
  /** Null: it does not count. */
  counter: number | null
  readonly #isBackedUp: boolean
  readonly #keys = newKey()
  #userHandle: string | undefined

  constructor({ origin = 'https://shop.example', counts = true, isBackedUp = false } = {}) {
    this.origin = origin
    this.rpId = new URL(origin).hostname
    this.counter = counts ? 0 : null
    this.#isBackedUp = isBackedUp
  }

  /** Answers navigator.credentials.create() as RegistrationResponseJSON. */
  create(options: { challenge: string; user: { id: string } }, deviations: Deviations = {}) {
    this.#userHandle = options.user.id
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const key = Buffer.concat([Buffer.alloc(16), length, id, coseKey(this.#keys.publicKey)])
    const authData = Buffer.concat([this.#authenticatorData(HAS_KEY, deviations), key])
    const attestation = new Map<string, string | Buffer | ReadonlyMap<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge, deviations)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal', 'telepathy'],
      },
    }
  }

  /** Answers navigator.credentials.get() as AuthenticationResponseJSON. */
  get(options: { challenge: string }, deviations: Deviations = {}) {
    if (this.counter !== null) this.counter += 1
    const authenticatorData = this.#authenticatorData(0, deviations)
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, deviations)
    const { privateKey } = deviations.hasForeignKey ? newKey() : this.#keys
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)),
        ...(this.#userHandle && { userHandle: this.#userHandle }),
      },
    }
  }

  #clientData(type: string, challenge: string, { origin = this.origin, challenge: other = challenge }: Deviations) {
    return Buffer.from(JSON.stringify({ type, challenge: other, origin, crossOrigin: false }))
  }

  #authenticatorData(
    more: number,
    { rpId = this.rpId, isUserVerified = true, counter = this.counter ?? 0 }: Deviations,
  ) {
    const backup = this.#isBackedUp ? MAY_BE_BACKED_UP | BACKED_UP : 0
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([PRESENT | (isUserVerified ? VERIFIED : 0) | backup | more]),
      count,
    ])
  }
}
