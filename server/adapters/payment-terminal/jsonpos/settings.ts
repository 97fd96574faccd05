import type { JSONPOS } from '#domain/payments/terminals/jsonpos.ts'
import type { ConnectionSettings } from '#domain/payments/terminals/terminal-declaration.ts'
import { type KeepaliveTimes, KEEPALIVE_TIMES } from './session.ts'

/** A terminal's address and credentials. */
export type JsonposSettings = ConnectionSettings<(typeof JSONPOS)['connections']>

/** All in ms. */
export type ConnectionTimes = { connectMs: number; idleCloseMs: number; keepalive: KeepaliveTimes }

/** All in ms. */
export type JsonposTimes = ConnectionTimes & {
  /** Timeout for requests that need no action by a shopper. */
  answerMs: number
  /** A purchase is sent within this time or never: later, other servers may have concluded that it never will be. */
  sendWithinMs: number
  /** How often the outcome of an unanswered purchase is queried. */
  watchMs: number
  /** How long an old transaction may take to leave the terminal. */
  clearMs: number
}

export const JSONPOS_TIMES: JsonposTimes = {
  connectMs: 4000,
  idleCloseMs: 120_000,
  keepalive: KEEPALIVE_TIMES,
  answerMs: 10_000,
  sendWithinMs: 10_000,
  watchMs: 10_000,
  clearMs: 4000,
}

export type JsonposOptions = {
  /** A terminal's connection settings; undefined when there are none. Read before each request. */
  findSettings: (terminalId: number) => Promise<JsonposSettings | undefined>
  inFlightMs: number
  /** Networks, besides this machine, where terminals may be reached without encryption: 10.20.0.0/16. */
  plainNetworks?: readonly string[]
  /** Reports events to the operator, never with secrets or card data. */
  report?: (what: { terminalId: number; event: string }) => void
  times?: Partial<JsonposTimes>
}
