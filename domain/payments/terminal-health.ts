/**
 * What a look at a payment terminal can find; the web has words for each. All but `ready` and `busy` are faults. Codes
 * stand for what an operator can do about it, not for what a library calls it.
 */
export const TERMINAL_FINDINGS = [
  'ready',
  /** It works, and somebody is paying at it. */
  'busy',
  /** Nobody has said how it is reached. */
  'noSettings',
  /** What was said does not make sense to this version. */
  'wrongSettings',
  /** This installation does not know terminals of that kind. */
  'notHere',
  'hostNotFound',
  'hostUnreachable',
  'connectionRefused',
  'connectTimeout',
  /** The encrypted connection could not be made: a certificate, or a server without encryption. */
  'tls',
  /** The key would travel unencrypted over a network that is not configured. */
  'unprotected',
  /** The gateway does not take the user or the password. */
  'wrongCredentials',
  /** Something answers, but no terminal is at that address. */
  'wrongAddress',
  /** The gateway can't reach the terminal, or is out of order. */
  'gatewayFailed',
  /** Connected, but the terminal says nothing. */
  'noAnswer',
  'connectionLost',
  /** What answers does not speak as a terminal does. */
  'protocol',
  /** The terminal does not take the API key. */
  'wrongKey',
  'unknown',
] as const
export type TerminalFinding = (typeof TERMINAL_FINDINGS)[number]

/** `detail` is for whoever looks closer: short, technical, never a secret. */
export interface TerminalHealth {
  ok: boolean
  code: TerminalFinding
  detail: string
}

/** A terminal that is busy works. */
export const healthOf = (code: TerminalFinding, detail: string): TerminalHealth => ({
  ok: code === 'ready' || code === 'busy',
  code,
  detail,
})
