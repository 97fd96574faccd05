import { afterAll, afterEach, beforeAll } from 'vitest'
import { AdyenTerminals } from '#server/adapters/payment-terminal/adyen/adyen-terminal.ts'
import type { AdyenOptions, AdyenSettings, AdyenTimes } from '#server/adapters/payment-terminal/adyen/settings.ts'
import { type TerminalPayment, newIdempotencyKey } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { freePort } from '#test/free-port.ts'
import { AdyenSimulator, SETTINGS } from './adyen-simulator.ts'

/** Nothing listens there. */
const NOBODY = `http://127.0.0.1:${await freePort()}/v1`
/** Short enough for a test to wait for. */
const QUICK: Partial<AdyenTimes> = { answerMs: 1000, reachMs: 500, queryEveryMs: 100 }

type Changes = {
  settings?: Partial<AdyenSettings>
  times?: Partial<AdyenTimes>
  inFlightMs?: number
  sentAt?: AdyenOptions['sentAt']
}

/** The simulated cloud and its terminal for the tests of a file, and servers of the shop that reach them. */
export function adyenBench() {
  const simulator = new AdyenSimulator()
  beforeAll(() => simulator.open())
  afterEach(() => simulator.clearFaults())
  afterAll(() => simulator.close())
  const { device } = simulator
  return {
    simulator,
    device,
    /** A server's connection; a second call is another server. `told` receives the operator's events. */
    open({ settings, times, inFlightMs = 150_000, sentAt }: Changes = {}, reports: string[] = []) {
      return new AdyenTerminals({
        findSettings: async () => ({ ...SETTINGS, ...settings }),
        inFlightMs,
        ...(sentAt && { sentAt }),
        urls: { test: simulator.url, production: NOBODY },
        times: { ...QUICK, ...times },
        report: ({ event }) => reports.push(event),
      })
    },
    getCount: (category: string) => simulator.received.filter(each => each.category === category).length,
  }
}

export const newCardPayment = (): TerminalPayment => ({
  serviceId: newIdempotencyKey(),
  terminalId: 1,
  amountCents: 1234,
  currency: 'EUR',
  reference: '1001',
})
