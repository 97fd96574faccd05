import { z } from 'zod'
import type { ConnectionTimes } from './connections.ts'
import { KEEPALIVE_TIMES } from './session.ts'

/** A terminal's default port. */
const DEFAULT_PORT = 10_001

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

/** The password is sent when the WebSocket opens, so TLS is required, except to this machine. */
const safeWebSocketUrl = z.url({ protocol: /^wss?$/ }).refine(text => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'wss:' || isLoopback(url.hostname))
}, 'it must begin with wss://')

/** A terminal's address and credentials. `apiKey` and `password` are secrets. */
export const jsonposSettings = z.discriminatedUnion('transport', [
  z.object({
    transport: z.literal('tcp'),
    host: z.string().min(1),
    port: z.int().min(1).max(65_535).default(DEFAULT_PORT),
    apiKey: z.string().min(1),
  }),
  z.object({
    transport: z.literal('websocket'),
    /** The full URL, including the terminal's id: wss://host/…/123456/jsonpos */
    url: safeWebSocketUrl,
    user: z.string().min(1),
    password: z.string().min(1),
    apiKey: z.string().min(1),
  }),
])

export type JsonposSettings = z.infer<typeof jsonposSettings>

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
