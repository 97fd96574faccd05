import * as z from 'zod/mini'
import { freeText } from '#contract/values.ts'

/** Bytes as base64url, as in WebAuthn’s JSON. */
const base64Bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))

const publicKey = z.literal('public-key')
const credentialId = base64Bytes(1364)
const transports = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type Transport = z.output<typeof transports>
const credentialDescriptor = z.object({ id: credentialId, type: publicKey, transports: z.array(transports) })
const userVerification = z.enum(['required', 'preferred', 'discouraged'])

/** The part of PublicKeyCredentialRequestOptionsJSON that the shop uses. */
export const toConfirm = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification,
  allowCredentials: z.array(credentialDescriptor),
})

/** The part of PublicKeyCredentialCreationOptionsJSON that the shop uses. */
export const toAdd = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: userVerification,
    requireResidentKey: z.boolean(),
    userVerification,
  }),
})

const credentialFields = { id: credentialId, rawId: credentialId, type: publicKey }

/** AuthenticationResponseJSON; other fields that browsers send are ignored. */
export const passkeyAnswer = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64Bytes(4000),
    authenticatorData: base64Bytes(8000),
    signature: base64Bytes(8000),
    userHandle: z.optional(base64Bytes(100)),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

/** RegistrationResponseJSON; other fields that browsers send are ignored. */
export const passkeyToAdd = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64Bytes(4000),
    attestationObject: base64Bytes(60_000),
    // Browsers may send transports that the shop does not support; those are dropped.
    transports: z.optional(z.array(freeText.check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
export type PasskeyToAdd = z.output<typeof passkeyToAdd>

export const isTransport = (value: string): value is Transport => transports.safeParse(value).success
