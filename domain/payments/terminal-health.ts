/**
 * The results of a terminal health check; the web has a text for each. All but the first three are faults. Codes are
 * named after what an operator can do about them, not after a library's errors.
 */
export const TERMINAL_FINDINGS = [
  'ready',
  /** It works, and a payment is under way. */
  'busy',
  /** It works, and shoppers can open its menu although settings say that it is locked. */
  'menuUnlocked',
  /** It has no connection settings. */
  'noSettings',
  /** This version can't parse the settings. */
  'invalidSettings',
  /** This installation does not support this kind of terminal. */
  'notHere',
  'hostNotFound',
  'hostUnreachable',
  'connectionRefused',
  'connectTimeout',
  /** The encrypted connection failed: a certificate problem, or a server without encryption. */
  'tls',
  /** The key would be sent unencrypted over a network that is not configured for this. */
  'unprotected',
  /** The gateway rejects the user or the password. */
  'invalidCredentials',
  /** A server responds, but no terminal is at that address. */
  'invalidAddress',
  /** The gateway can't reach the terminal, or is out of order. */
  'gatewayFailed',
  /** Connected, but the terminal does not respond. */
  'noAnswer',
  'connectionLost',
  /** The response does not follow the terminal's protocol. */
  'protocol',
  /** The terminal rejects the API key. */
  'invalidKey',
  'unknown',
] as const
export type TerminalFinding = (typeof TERMINAL_FINDINGS)[number]

/** `detail`: short technical text for troubleshooting, never a secret. */
export type TerminalHealth = {
  ok: boolean
  code: TerminalFinding
  detail: string
}

const HEALTHY_FINDINGS: readonly TerminalFinding[] = ['ready', 'busy', 'menuUnlocked']

export const toTerminalHealth = (code: TerminalFinding, detail: string): TerminalHealth => ({
  ok: HEALTHY_FINDINGS.includes(code),
  code,
  detail,
})
