import { afterAll, afterEach, beforeAll } from 'vitest'
import { transactionIds } from '#server/adapters/payment-terminal/jsonpos/answers.ts'
import { JsonposTerminals } from '#server/adapters/payment-terminal/jsonpos/jsonpos-terminal.ts'
import type { JsonposTimes, JsonposSettings } from '#server/adapters/payment-terminal/jsonpos/settings.ts'
import { type TerminalPayment, newIdempotencyKey } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { runSimulator, type Simulator } from './run-simulator.ts'

export const TERMINAL = 1
export const TRANSPORTS = ['tcp', 'websocket'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** Keepalives frequent enough for a test to wait for them, with timeouts long enough for a busy machine. */
const QUICK: Partial<JsonposTimes> = {
  connectMs: 2000,
  clearMs: 1000,
  keepalive: { idleMs: 100, busyMs: 100, answerMs: 1000 },
}

type Changes = {
  settings?: Partial<JsonposSettings>
  times?: Partial<JsonposTimes>
  inFlightMs?: number
  /** For all tests of the file; others are closed after their test. */
  isLasting?: boolean
}

/** A simulated terminal in a child process for the tests of a file, and servers of the shop that reach it. */
export function jsonposBench() {
  let simulator: Simulator | undefined
  const opened: JsonposTerminals[] = []
  const lasting: JsonposTerminals[] = []
  const running = () => {
    if (!simulator) throw new Error('the simulator runs only during tests')
    return simulator
  }
  beforeAll(async () => {
    simulator = await runSimulator({ keepalive: { everyMs: 100, answerMs: 1000 } })
  })
  afterEach(async () => {
    opened.splice(0).forEach(terminals => terminals.close())
    await running().noFaults(TERMINAL)
    await running().mute(TERMINAL, false)
    await running().press(TERMINAL, 'cancel')
  })
  afterAll(async () => {
    lasting.forEach(terminals => terminals.close())
    await running().close()
  })
  return {
    simulator: running,
    /** A server's terminals; a second call is another server. `told` receives the operator's events. */
    open(
      transport: Transport,
      { settings, times, inFlightMs = 150_000, isLasting = false }: Changes = {},
      reports: string[] = [],
    ) {
      const terminals = new JsonposTerminals({
        // A change of one transport's settings results in settings of the same transport.
        findSettings: async () => ({ ...settingsFor(running(), transport), ...settings }) as JsonposSettings,
        inFlightMs,
        times: { ...QUICK, ...times },
        report: ({ event }) => reports.push(event),
      })
      const connections = isLasting ? lasting : opened
      connections.push(terminals)
      return terminals
    },
    getLines(payment: TerminalPayment) {
      const { receipt_id } = getIds(payment)
      return running()
        .ledger()
        .filter(line => line.receipt_id === receipt_id)
    },
  }
}

export function settingsFor({ ready }: Simulator, transport: Transport): JsonposSettings {
  const api_key = 'simulated-api-key'
  if (transport === 'tcp') return { transport, host: '127.0.0.1', port: String(ready.terminals[0]?.port), api_key }
  const url = `ws://127.0.0.1:${ready.webSocketPort}/terminal/${TERMINAL}/jsonpos`
  return { transport, url, user: 'shop', password: 'simulated-password', api_key }
}

export const newPayment = (): TerminalPayment => ({
  serviceId: newIdempotencyKey(),
  terminalId: TERMINAL,
  amountCents: 1234,
  currency: 'EUR',
})

export const getIds = ({ serviceId }: TerminalPayment) => transactionIds(serviceId)
export const never = () => new AbortController().signal
