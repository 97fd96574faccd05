import type { ConnectionTimes } from './connections.ts'
import { KEEPALIVE_TIMES } from './session.ts'
import type { JsonposSettings } from './settings.ts'

/** All in ms. */
export type JsonposTimes = ConnectionTimes & {
  /** A question that no shopper has a part in is answered within this. */
  answerMs: number
  /** A purchase leaves so soon after it was asked for, or never: later, others may believe that it never will. */
  sendWithinMs: number
  /** How often it is looked what became of a purchase whose answer has not come. */
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
  /** How a terminal is reached; undefined when nobody has said so. Read before each question. */
  settingsOf: (terminalId: number) => Promise<JsonposSettings | undefined>
  quiescenceMs: number
  /** Beside this machine, where a terminal may be reached without encryption: 10.20.0.0/16. */
  plainNetworks?: readonly string[]
  /** For the operator: never a secret, never a card. */
  tell?: (what: { terminalId: number; event: string }) => void
  times?: Partial<JsonposTimes>
}
