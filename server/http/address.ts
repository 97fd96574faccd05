/// <reference types="@fastify/cookie" />
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'

/** The app's address as browsers see it: configured, or what the request says of itself (development). */
export function publicOrigin(request: FastifyRequest): string {
  const configured = request.server.publicUrl
  return configured ? configured.origin : `${request.protocol}://${request.host}`
}

/** The same for what is written while nobody asks: configured, or this machine's own (development). */
export const ownOrigin = ({ config }: Pick<Context, 'config'>): string =>
  config.publicUrl?.origin ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${config.port}`

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
