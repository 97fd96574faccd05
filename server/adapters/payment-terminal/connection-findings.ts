import type { TerminalFinding } from '#domain/payments/terminal-health.ts'

/** System error codes of failed connections. */
const FINDING_BY_CODE: Readonly<Record<string, TerminalFinding>> = {
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
  FINDING_BY_CODE[code] ?? (ABOUT_TLS.test(code) ? 'tls' : 'unknown')

/** The finding for an error while connecting. */
export const toFinding = (error: unknown): TerminalFinding =>
  findingOfCode(error instanceof Error && 'code' in error ? String(error.code) : '')

const MAX_CHARACTERS = 1_000_000

/** Undefined for a body that is longer than the limit. */
export async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_CHARACTERS) return undefined
  }
  return text
}

/** Undefined for what is not JSON, such as an empty text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
