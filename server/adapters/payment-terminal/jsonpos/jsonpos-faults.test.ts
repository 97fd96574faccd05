import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttemptState } from '#domain/payments/attempt-states.ts'
import { decideAttempt, type TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { type TerminalPayment, newIdempotencyKey } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Fault } from '#test/terminals/faults.ts'
import { never } from '#test/terminals/jsonpos-bench.ts'
import { runSimulator, type Simulator } from '#test/terminals/run-simulator.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { transactionIds } from './answers.ts'
import { JsonposTerminals } from './jsonpos-terminal.ts'
import type { JsonposSettings } from './settings.ts'

const TERMINALS = [1, 2, 3, 4]
const PAYMENTS_EACH = 8
/** Longer than any delay of the test. */
const IN_FLIGHT_MS = 4000
const LATEST_MS = 1500

let simulator: Simulator
beforeAll(async () => {
  const auto = { afterMs: 20, declineShare: 0.15, cancelShare: 0.1, seed: 7 }
  simulator = await runSimulator({ terminals: TERMINALS, auto, keepalive: { everyMs: 500, answerMs: 2000 } })
})
afterAll(() => simulator.close())

/** The same seed creates the same faults; their timing depends on the machine. */
function drawer(seed: number) {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { random, pick: <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]! }
}

function open(): JsonposTerminals {
  const { terminals, webSocketPort } = simulator.ready
  const api_key = 'simulated-api-key'
  return new JsonposTerminals({
    // Two on the network, two through a gateway.
    findSettings: async (id): Promise<JsonposSettings> => {
      const port = terminals.find(terminal => terminal.id === id)?.port ?? 0
      if (id % 2 === 0) return { transport: 'tcp', host: '127.0.0.1', port: String(port), api_key }
      const url = `ws://127.0.0.1:${webSocketPort}/terminal/${id}/jsonpos`
      return { transport: 'websocket', url, user: 'shop', password: 'simulated-password', api_key }
    },
    inFlightMs: IN_FLIGHT_MS,
    times: { connectMs: 500, answerMs: 800, watchMs: 100, keepalive: { idleMs: 500, busyMs: 500, answerMs: 2000 } },
  })
}

type Draw = ReturnType<typeof drawer>

/** Injects faults at a terminal, in most cases. */
async function goWrong(id: number, { random, pick }: Draw): Promise<void> {
  if (random() < 0.25) return
  const method = pick(['Purchase', 'Purchase', 'Purchase', 'Check', 'Status', 'Abort'])
  const side = pick(['request', 'answer'] as const)
  const fault: Fault = { method, side, act: pick(['drop', 'delay', 'duplicate', 'cut']), ms: random() * LATEST_MS }
  await simulator.fault(id, fault)
  const more = random()
  if (more < 0.1) void sleep(random() * 60).then(() => simulator.power(id, { on: false, offMs: random() * LATEST_MS }))
  else if (more < 0.2) void sleep(random() * 60).then(() => simulator.cut(id))
}

/** Processes an attempt as a worker does; `crashing`: another server continues from what the first one stored. */
async function lead(payment: TerminalPayment, terminals: JsonposTerminals, crashing: boolean) {
  const sentAt = Date.now()
  let server = terminals
  const listening = crashing ? AbortSignal.timeout(15) : never()
  let answer: TerminalAnswer = await server.start(payment, listening)
  let state: AttemptState = 'INTENT'
  if (crashing && answer.kind === 'unreachable') server = open()
  for (let now = Date.now(); ; now = Date.now()) {
    const facts = { amountCents: payment.amountCents, inFlightMs: IN_FLIGHT_MS, sentAt, now }
    const decision = decideAttempt({ ...facts, state, answer })
    if (decision.to) {
      if (server !== terminals) server.close()
      return decision.to
    }
    state = 'UNKNOWN'
    await sleep(Math.min(decision.queryAgainAfterMs, 100))
    answer = await server.status(payment)
  }
}

test.runIf(onlyInFullTier('it pays in hundreds of rounds with faults'))(
  'whatever fails, each payment ends as in its terminal’s ledger, and is charged at most once',
  async () => {
    const seed = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
    const terminals = open()
    const ended: { payment: TerminalPayment; to: AttemptState }[] = []
    const shopAt = async (terminalId: number) => {
      const draw = drawer(seed + terminalId)
      for (let count = 0; count < PAYMENTS_EACH; count++) {
        const serviceId = newIdempotencyKey()
        const payment = { serviceId, terminalId, amountCents: 100 + count, currency: 'EUR' }
        await goWrong(terminalId, draw)
        ended.push({ payment, to: await lead(payment, terminals, draw.random() < 0.15) })
      }
    }
    await Promise.all(TERMINALS.map(shopAt))
    // All delayed messages have arrived by now.
    await sleep(LATEST_MS + 500)
    terminals.close()
    const ledger = simulator.ledger()
    for (const { payment, to } of ended) {
      const { receipt_id, sequence_id } = transactionIds(payment.serviceId)
      const isIts = (line: (typeof ledger)[number]) =>
        line.receipt_id === receipt_id && line.sequence_id === sequence_id
      const charged = ledger.filter(line => isIts(line) && line.event === 'approved')
      expect({ seed, to, charges: charged.length }).toEqual({ seed, to, charges: to === 'APPROVED' ? 1 : 0 })
    }
    const endings = new Set(ended.map(({ to }) => to))
    expect(ended).toHaveLength(TERMINALS.length * PAYMENTS_EACH)
    expect([...endings]).toEqual(expect.arrayContaining(['APPROVED', 'DECLINED']))
  },
  90_000,
)
