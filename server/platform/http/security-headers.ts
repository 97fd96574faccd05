import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isSecure } from './address.ts'

/**
 * What a page has within itself: styles under this nonce, and the scripts of these hashes ('sha256-…'); and the hosts that
 * its images may come from besides. The app is one page at all addresses, which the service worker keeps: so the map of the
 * back office has its host named for everyone, though only that map asks it for anything.
 */
type PagePolicy = { styleNonce: string; scriptHashes: readonly string[]; imageHosts: readonly string[] }

const contentSecurityPolicy = (page?: PagePolicy): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${page?.scriptHashes.map(hash => ` '${hash}'`).join('') ?? ''}`,
    `style-src 'self'${page ? ` 'nonce-${page.styleNonce}'` : ''}`,
    ["img-src 'self' data: blob:", ...(page?.imageHosts ?? [])].join(' '),
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
  'Content-Security-Policy': contentSecurityPolicy(),
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
/** For a year, and for names below the shop's own too: none of those may plant a cookie in the clear. */
const FIXED_WHEN_SECURE = { ...FIXED, 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }

/** What every answer carries; `secure`: over https. */
export const securityHeaders = (secure: boolean): Record<string, string> => (secure ? FIXED_WHEN_SECURE : FIXED)

/** Every answer carries them; a page says by `reply.pagePolicy` what it has within itself. */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.decorateReply('pagePolicy', undefined)
  app.addHook('onSend', async (request, reply) => {
    reply.headers(securityHeaders(isSecure(request)))
    if (reply.pagePolicy) reply.header('Content-Security-Policy', contentSecurityPolicy(reply.pagePolicy))
  })
}

declare module 'fastify' {
  interface FastifyReply {
    pagePolicy: PagePolicy | undefined
  }
}
