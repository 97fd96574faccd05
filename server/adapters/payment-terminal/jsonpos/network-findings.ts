import type { TerminalFinding } from '#domain/payments/terminal-health.ts'

/** What the system calls it when a connection can't be made. */
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

/** Names of certificates' faults have no common beginning; those of OpenSSL and Node's own do. */
const ABOUT_TLS = /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|SIGNATURE|_CHAIN_/

/** What an error of a connection that is being made stands for. */
export function findingOf(error: unknown): TerminalFinding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return FINDINGS[code] ?? (ABOUT_TLS.test(code) ? 'tls' : 'unknown')
}
