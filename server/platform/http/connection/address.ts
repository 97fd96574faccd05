/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
/// <reference types="@fastify/cookie" />
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#server/platform/context.ts'

/**
 * The app's origin as this browser sees it: configured, or taken from the request (development). Only for comparison with the
 * browser's own headers: nothing that is sent out takes its address from here.
 */
export function publicOrigin(request: FastifyRequest): string {
  const configured = request.server.publicUrl
  return configured ? configured.origin : `${request.protocol}://${request.host}`
}

type Listening = {
  /** The port that the system chose, where the configured one is 0. */
  port?: number | undefined
  /** Another program serves the pages, at this origin (npm run dev). */
  pagesAt?: string | undefined
}

/** The shop's own origin, the base of every link in emails: configured, or where this server listens. No request changes it. */
export function ownOrigin(
  { publicUrl, ownHost, port: configuredPort }: Pick<Context['config'], 'publicUrl' | 'ownHost' | 'port'>,
  { port = configuredPort, pagesAt }: Listening = {},
): string {
  return publicUrl?.origin ?? pagesAt ?? `http://${ownHost}:${port}`
}

/** Undefined while the server does not listen. */
export function listeningPort({ server }: FastifyInstance): number | undefined {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

export const isSecure = (request: FastifyRequest): boolean => {
  const configured = request.server.publicUrl
  return configured ? configured.protocol === 'https:' : request.protocol === 'https'
}

declare module 'fastify' {
  interface FastifyInstance {
    /** PUOTI_PUBLIC_URL, when it is configured. */
    publicUrl: URL | undefined
  }
}
