import type { FastifyRequest } from 'fastify'
import { publicOrigin } from '#server/platform/http/connection/address.ts'

/** Loaded on the first use of a passkey: its certificate parsers would slow down every server start by half a second. */
export const webauthn = () => import('@simplewebauthn/server')

/** The site that passkeys are bound to: a passkey never signs for another name. */
export type Site = { origin: string; rpId: string }

export const siteOf = (request: FastifyRequest): Site => {
  const origin = publicOrigin(request)
  return { origin, rpId: new URL(origin).hostname }
}
