import type { FastifyRequest } from 'fastify'
import { publicOrigin } from '#server/platform/http/connection/address.ts'

/** The site that passkeys are bound to: a passkey never signs for another name. */
export type Site = { origin: string; rpId: string }

export const siteOf = (request: FastifyRequest): Site => {
  const origin = publicOrigin(request)
  return { origin, rpId: new URL(origin).hostname }
}
