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

/** The finding for the code of an error while connecting. */
export const findingOfCode = (code: string): TerminalFinding =>
  FINDINGS[code] ?? (ABOUT_TLS.test(code) ? 'tls' : 'unknown')

/** The finding for an error while connecting. */
export const findingOf = (error: unknown): TerminalFinding =>
  findingOfCode(error instanceof Error && 'code' in error ? String(error.code) : '')
