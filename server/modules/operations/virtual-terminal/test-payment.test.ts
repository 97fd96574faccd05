import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { terminalConformance } from '#server/adapters/payment-terminal/conformance.ts'
import { testTerminal } from '#server/adapters/payment-terminal/test-terminal.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { testTerminalLedger } from './ledger.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const PRESSED = { approve: 'approved', decline: 'declined', cancel: 'cancelled' } as const
const payment = { serviceId: 'a', terminalId: 1, amountCents: 100, currency: 'EUR' }

terminalConformance('Test payment', async () => {
  const ledger = testTerminalLedger(database.kysely)
  return {
    terminal: testTerminal({ ledger, thinkMs: 600_000, inFlightMs: 0 }),
    terminalId: 1,
    press: ({ serviceId }, what) => ledger.decide(serviceId, { state: PRESSED[what] }),
    async waitUntilShown({ serviceId }) {
      while (!(await ledger.find(serviceId))) await sleep(5)
    },
  }
})

test('the virtual terminal approves by itself after a moment', async () => {
  const terminal = testTerminal({ ledger: testTerminalLedger(database.kysely), thinkMs: 150, inFlightMs: 0 })
  const began = performance.now()
  expect(await terminal.start(payment, new AbortController().signal)).toMatchObject({ kind: 'approved' })
  expect(performance.now() - began).toBeGreaterThan(140)
})

test('the card slip states the amount, terminal and time, is marked as a test, and fits the paper', async () => {
  const ledger = testTerminalLedger(database.kysely)
  const terminal = testTerminal({ ledger, thinkMs: 0, inFlightMs: 0 })
  const slipped = { ...payment, serviceId: 'c'.repeat(32), amountCents: 1234 }
  const answer = await terminal.start(slipped, new AbortController().signal)
  const slip = answer.kind === 'approved' ? (answer.receiptText ?? '') : ''
  const { at } = (await ledger.find(slipped.serviceId))!
  expect(slip).toMatch(/TEST MODE\nNo money was taken/)
  expect(slip).toMatch(/^PURCHASE +12\.34 EUR$/m)
  expect(slip).toMatch(/^Terminal +1$/m)
  expect(slip).toContain(at.toISOString().slice(0, 19).replace('T', ' '))
  expect(slip).toContain(`test-${slipped.serviceId}`)
  expect(Math.max(...slip.split('\n').map(line => line.length))).toBe(40)
  expect(await terminal.status(slipped)).toEqual(answer)
})

test('a payment that hangs is not approved by itself', async () => {
  const ledger = testTerminalLedger(database.kysely)
  const terminal = testTerminal({ ledger, thinkMs: 50, inFlightMs: 0 })
  await ledger.receive({ ...payment, serviceId: 'b' }, 'hung')
  await sleep(100)
  expect(await terminal.status({ ...payment, serviceId: 'b' })).toEqual({ kind: 'in_progress' })
})
