import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  LATE_RETURN,
  newIdempotencyKey,
  type RefundFailure,
  type TerminalPayment,
} from '#server/adapters/payment-terminal/payment-terminal.ts'
import { PaytrailApps } from '#server/adapters/payment-terminal/paytrail/paytrail-app.ts'
import type {
  PaytrailSettings,
  PaytrailTimes,
  StoredPayment,
} from '#server/adapters/payment-terminal/paytrail/settings.ts'
import { freePort } from '#test/free-port.ts'
import { PaytrailSimulator, SETTINGS } from './paytrail-simulator.ts'

export const RETURN_URL = 'http://127.0.0.1/paid'
/** Nothing listens there. */
const NOBODY = `http://127.0.0.1:${await freePort()}`
/** Short enough for a test to wait for. */
const QUICK: Partial<PaytrailTimes> = {
  requestMs: 500,
  answerMs: 2000,
  sendWithinMs: 2000,
  pollMs: 20,
  backOffMs: 20,
  lateAfterMs: [50, 150, 400],
  settleMs: 600,
}

const NEW: StoredPayment = { link: null, state: 'SENT', language: 'fi', isReturned: false }

type Changes = { settings?: Partial<PaytrailSettings>; times?: Partial<PaytrailTimes>; isRestored?: boolean }

/** The simulated API for the tests of a file, what a shop has stored, and servers of the shop that reach both. */
export function paytrailBench() {
  const simulator = new PaytrailSimulator()
  /** By serviceId; a link is stored as soon as it is known. */
  const stored = new Map<string, StoredPayment>()
  const reports: string[] = []
  /** What became of payments that were made too late. */
  const late: RefundFailure[] = []
  beforeAll(() => simulator.open())
  beforeEach(() => simulator.noFaults())
  afterAll(() => simulator.close())
  const change = (serviceId: string, values: Partial<StoredPayment>) =>
    stored.set(serviceId, { ...NEW, ...stored.get(serviceId), ...values })
  return {
    simulator,
    stored,
    reports,
    late,
    change,
    /** A server's connection; a second call is another server. */
    open({ settings, times, isRestored = false }: Changes = {}) {
      const app = new PaytrailApps({
        findSettings: async () => ({ ...SETTINGS, ...settings }),
        findPayment: async serviceId => (isRestored ? undefined : (stored.get(serviceId) ?? NEW)),
        storeLate: async what => {
          late.push(what)
          if (what.event === LATE_RETURN) change(what.merchantReference, { isReturned: true })
        },
        inFlightMs: 150_000,
        urls: { test: simulator.url, production: NOBODY },
        returnUrl: RETURN_URL,
        times: { ...QUICK, ...times },
        report: ({ event }) => reports.push(event),
      })
      const { start } = app
      app.start = (payment, signal, onSent) =>
        start(payment, signal, link => {
          if (link !== undefined) change(payment.serviceId, { link })
          onSent?.(link)
        })
      return app
    },
  }
}

export const newWebPayment = (): TerminalPayment => ({
  serviceId: newIdempotencyKey(),
  terminalId: 1,
  amountCents: 1234,
  currency: 'EUR',
  reference: '1001',
})
