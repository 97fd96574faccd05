/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isSecure } from './connection/address.ts'

/**
 * A page's own content: styles under this nonce, and the scripts of these hashes ('sha256-…'); and further hosts of its images.
 * The app is one page at all addresses, which the service worker caches: so every page allows the host of the back office's map,
 * though only that map requests it.
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

/** A nonce for the page's own styles: those of its first words, and the back office's, which MUI writes at run time. */
export const makeNonce = (): string => randomBytes(16).toString('base64')

const FIXED_HEADERS = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
/** For a year, and for subdomains too: none of those may set a cookie without https. */
const FIXED_WHEN_SECURE = { ...FIXED_HEADERS, 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }

/** The headers of every response; `secure`: over https. */
export const securityHeaders = (secure: boolean): Record<string, string> => (secure ? FIXED_WHEN_SECURE : FIXED_HEADERS)

/** Adds them to every response; a page defines its own content in `reply.pagePolicy`. */
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
