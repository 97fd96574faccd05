import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/db/connect.ts'
import { terminalConformance } from '#server/providers/payment-terminal/conformance.ts'
import { testTerminal } from '#server/providers/payment-terminal/test-terminal.ts'
import { testDatabase } from '#test/database.ts'
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
    terminal: testTerminal({ ledger, thinkMs: 600_000, quiescenceMs: 0 }),
    terminalId: 1,
    press: ({ serviceId }, what) => ledger.decide(serviceId, { state: PRESSED[what] }),
    async shown({ serviceId }) {
      while (!(await ledger.find(serviceId))) await sleep(5)
    },
  }
})

test('the virtual terminal approves by itself after a moment', async () => {
  const terminal = testTerminal({ ledger: testTerminalLedger(database.kysely), thinkMs: 150, quiescenceMs: 0 })
  const began = performance.now()
  expect(await terminal.start(payment, new AbortController().signal)).toMatchObject({ kind: 'approved' })
  expect(performance.now() - began).toBeGreaterThan(140)
})

test('one that hangs approves nothing by itself', async () => {
  const ledger = testTerminalLedger(database.kysely)
  const terminal = testTerminal({ ledger, thinkMs: 50, quiescenceMs: 0 })
  await ledger.receive({ ...payment, serviceId: 'b' }, 'hung')
  await sleep(100)
  expect(await terminal.status({ ...payment, serviceId: 'b' })).toEqual({ kind: 'in_progress' })
})
