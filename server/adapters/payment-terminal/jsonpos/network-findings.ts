import type { TerminalFinding } from '#domain/payments/terminal-health.ts'

/** System error codes of failed connections. */
const FINDINGS: Readonly<Record<string, TerminalFinding>> = {
  ENOTFOUND: 'hostNotFound',
  EAI_AGAIN: 'hostNotFound',
  EAI_NODATA: 'hostNotFound',
  ECONNREFUSED: 'connectionRefused',
  EHOSTUNREACH: 'hostUnreachable',
  ENETUNREACH: 'hostUnreachable',
  EHOSTDOWN: 'hostUnreachable',
  ENETDOWN: 'hostUnreachable',
  EADDRNOTAVAIL: 'hostUnreachable',
  ETIMEDOUT: 'connectTimeout',
  ECONNRESET: 'connectionLost',
  EPIPE: 'connectionLost',
}

/** Certificate error codes have no common prefix; those of OpenSSL and Node.js do. */
const ABOUT_TLS = /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|SIGNATURE|_CHAIN_/

/** The finding for an error while connecting. */
export function findingOf(error: unknown): TerminalFinding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return FINDINGS[code] ?? (ABOUT_TLS.test(code) ? 'tls' : 'unknown')
}
