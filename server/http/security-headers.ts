import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isSecure } from './address.ts'

const contentSecurityPolicy = (styleNonce: string | undefined): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self'${styleNonce ? ` 'nonce-${styleNonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

/** A nonce for the page's own styles (MUI writes them at run time). */
export const makeNonce = (): string => randomBytes(16).toString('base64')

const FIXED = {
  'Content-Security-Policy': contentSecurityPolicy(undefined),
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
const FIXED_WHEN_SECURE = { ...FIXED, 'Strict-Transport-Security': 'max-age=31536000' }

/** What every answer carries; `secure`: over https. */
export const securityHeaders = (secure: boolean): Record<string, string> => (secure ? FIXED_WHEN_SECURE : FIXED)

/** Every answer carries them; a page passes the nonce of its styles by `reply.styleNonce`. */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.decorateReply('styleNonce', undefined)
  app.addHook('onSend', async (request, reply) => {
    reply.headers(securityHeaders(isSecure(request)))
    if (reply.styleNonce) reply.header('Content-Security-Policy', contentSecurityPolicy(reply.styleNonce))
  })
}

declare module 'fastify' {
  interface FastifyReply {
    styleNonce: string | undefined
  }
}
