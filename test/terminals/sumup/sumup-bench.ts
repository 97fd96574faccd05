import { afterAll, afterEach, beforeAll } from 'vitest'
import { newIdempotencyKey, type TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { SumupSettings, SumupTimes } from '#server/adapters/payment-terminal/sumup/settings.ts'
import { SumupReaders } from '#server/adapters/payment-terminal/sumup/sumup-terminal.ts'
import { freePort } from '#test/free-port.ts'
import { SETTINGS, SumupSimulator } from './sumup-simulator.ts'

/** Nothing listens there. */
const NOBODY = `http://127.0.0.1:${await freePort()}`
/** Short enough for a test to wait for. */
const QUICK: Partial<SumupTimes> = { requestMs: 500, answerMs: 1000, sendWithinMs: 1000, pollMs: 20, backOffMs: 20 }

type Changes = { settings?: Partial<SumupSettings>; times?: Partial<SumupTimes> }

/** The simulated API and its reader for the tests of a file, paired, and servers of the shop that reach them. */
export function sumupBench() {
  const simulator = new SumupSimulator()
  const reports: string[] = []
  const open = ({ settings, times }: Changes = {}) =>
    new SumupReaders({
      findSettings: async () => ({ ...SETTINGS, ...settings }),
      inFlightMs: 150_000,
      urls: { test: simulator.url, production: NOBODY },
      times: { ...QUICK, ...times },
      report: ({ event }) => reports.push(event),
    })
  beforeAll(async () => {
    await simulator.open()
    await open().health(1)
  })
  afterEach(() => simulator.clearFaults())
  afterAll(() => simulator.close())
  return {
    simulator,
    reports,
    /** A server's connection; a second call is another server. */
    open,
  }
}

export const newReaderPayment = (): TerminalPayment => ({
  serviceId: newIdempotencyKey(),
  terminalId: 1,
  amountCents: 1234,
  currency: 'EUR',
  reference: '1001',
})
