import { afterAll, beforeAll, beforeEach } from 'vitest'
import { MobilepayApps } from '#server/adapters/payment-terminal/mobilepay/mobilepay-app.ts'
import type { MobilepaySettings, MobilepayTimes } from '#server/adapters/payment-terminal/mobilepay/settings.ts'
import {
  type SoldLine,
  type TerminalPayment,
  newIdempotencyKey,
} from '#server/adapters/payment-terminal/payment-terminal.ts'
import { freePort } from '#test/free-port.ts'
import { MobilepaySimulator, SETTINGS } from './mobilepay-simulator.ts'

export const RETURN_URL = 'http://127.0.0.1/paid'
/** Nothing listens there. */
const NOBODY = `http://127.0.0.1:${await freePort()}`
/** Short enough for a test to wait for. */
const QUICK: Partial<MobilepayTimes> = { requestMs: 500, answerMs: 2000, pollMs: 20, backOffMs: 20, cancelEveryMs: 200 }

type Changes = {
  settings?: Partial<MobilepaySettings>
  times?: Partial<MobilepayTimes>
  inFlightMs?: number
  lines?: SoldLine[] | 'unreadable'
}

/** The simulated API for the tests of a file, and servers of the shop that reach it. */
export function mobilepayBench(options: ConstructorParameters<typeof MobilepaySimulator>[0] = {}) {
  const simulator = new MobilepaySimulator({ limits: false, ...options })
  beforeAll(() => simulator.open())
  beforeEach(() => simulator.noFaults())
  afterAll(() => simulator.close())
  return {
    simulator,
    /** A server's connection; a second call is another server. `told` receives the operator's events. */
    open({ settings, times, inFlightMs = 150_000, lines = [] }: Changes = {}, reports: string[] = []) {
      return new MobilepayApps({
        findSettings: async () => ({ ...SETTINGS, ...settings }),
        inFlightMs,
        urls: { test: simulator.url, production: NOBODY },
        returnUrl: RETURN_URL,
        listSoldLines: async () => (lines === 'unreadable' ? Promise.reject(new Error('no database')) : lines),
        times: { ...QUICK, ...times },
        report: ({ event }) => reports.push(event),
      })
    },
    getEvents: ({ serviceId }: TerminalPayment) =>
      simulator.payments.get(serviceId)?.events.map(({ name, success }) => (success ? name : `${name} failed`)) ?? [],
  }
}

export const newAppPayment = (): TerminalPayment => ({
  serviceId: newIdempotencyKey(),
  terminalId: 1,
  amountCents: 1234,
  currency: 'EUR',
  reference: '1001',
})
