import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { terminalConformance } from '#server/adapters/payment-terminal/conformance.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { getIds, jsonposBench, never, newPayment, TERMINAL, TRANSPORTS } from '#test/terminals/jsonpos-bench.ts'
import { onlyInFullTier } from '#test/tier.ts'
import type { JsonposTerminals } from './jsonpos-terminal.ts'

const bench = jsonposBench()
const approvedLines = (payment: TerminalPayment) => bench.getLines(payment).filter(line => line.event === 'approved')

/** Queries until there is a conclusive response, as the shop does after a lost connection. */
async function settled(terminals: JsonposTerminals, payment: TerminalPayment) {
  for (;;) {
    const answer = await terminals.status(payment)
    if (!['unreachable', 'busy', 'in_progress'].includes(answer.kind)) return answer
    await sleep(20)
  }
}

describe.each(TRANSPORTS)('over %s', transport => {
  terminalConformance(`JSONPOS over ${transport}`, async () => ({
    terminal: bench.open(transport, { isLasting: true }),
    terminalId: TERMINAL,
    press: async (_payment, what) => void (await bench.simulator().press(TERMINAL, what)),
    waitUntilShown: payment => bench.simulator().shown(getIds(payment)),
  }))

  test.runIf(onlyInFullTier('it waits for several keepalives in real time'))(
    'keepalives are sent both ways while the shopper looks for a card',
    async () => {
      const terminals = bench.open(transport)
      const payment = newPayment()
      const answer = terminals.start(payment, never())
      await bench.simulator().shown(getIds(payment))
      // Each side disconnects when the other misses a keepalive for a second.
      await sleep(1500)
      await bench.simulator().press(TERMINAL, 'approve')
      expect(await answer).toMatchObject({ kind: 'approved', receiptText: expect.stringContaining('hyväksytty €') })
    },
  )

  test.runIf(onlyInFullTier('it waits for a keepalive in real time'))(
    'a silent terminal is given up after a missed keepalive, and asked when it responds again',
    async () => {
      const terminals = bench.open(transport)
      const payment = newPayment()
      const answer = terminals.start(payment, never())
      await bench.simulator().shown(getIds(payment))
      await bench.simulator().mute(TERMINAL, true)
      expect(await answer).toEqual({ kind: 'unreachable' })
      await bench.simulator().press(TERMINAL, 'approve')
      await bench.simulator().mute(TERMINAL, false)
      expect(await settled(terminals, payment)).toMatchObject({ kind: 'approved', amountCents: 1234 })
      expect(approvedLines(payment)).toHaveLength(1)
    },
  )

  test('a connection cut during a payment is followed by a Check, not by a second purchase', async () => {
    const terminals = bench.open(transport)
    const payment = newPayment()
    const answer = terminals.start(payment, never())
    await bench.simulator().shown(getIds(payment))
    await bench.simulator().cut(TERMINAL)
    expect(await answer).toEqual({ kind: 'unreachable' })
    expect(await terminals.status(payment)).toEqual({ kind: 'busy' })
    await bench.simulator().press(TERMINAL, 'approve')
    expect(await settled(terminals, payment)).toMatchObject({ kind: 'approved' })
    expect(bench.getLines(payment).map(line => line.event)).toEqual(['started', 'approved'])
  })

  test('an answer that was cut off is found by another server', async () => {
    const payment = newPayment()
    await bench.simulator().fault(TERMINAL, { method: 'Purchase', side: 'answer', act: 'cut' })
    const answer = bench.open(transport).start(payment, never())
    await bench.simulator().shown(getIds(payment))
    await bench.simulator().press(TERMINAL, 'approve')
    expect(await answer).toEqual({ kind: 'unreachable' })
    const found = await bench.open(transport).status(payment)
    const [line] = approvedLines(payment)
    expect(found).toMatchObject({ kind: 'approved', transactionId: line?.transaction_id, amountCents: 1234 })
  })

  test('an answer that arrives late, after others, is matched to its own request', async () => {
    const terminals = bench.open(transport)
    const payment = newPayment()
    await bench.simulator().fault(TERMINAL, { method: 'Purchase', side: 'answer', act: 'delay', ms: 400 })
    const answer = terminals.start(payment, never())
    await bench.simulator().shown(getIds(payment))
    await bench.simulator().press(TERMINAL, 'decline')
    expect(await terminals.status(newPayment())).toEqual({ kind: 'not_found' })
    expect(await answer).toEqual({ kind: 'declined', code: 'DECLINED' })
  })

  test('an answer that arrives twice counts once', async () => {
    const terminals = bench.open(transport)
    await bench.simulator().fault(TERMINAL, { method: 'Purchase', side: 'answer', act: 'duplicate' })
    const first = newPayment()
    const answer = terminals.start(first, never())
    await bench.simulator().shown(getIds(first))
    await bench.simulator().press(TERMINAL, 'approve')
    expect(await answer).toMatchObject({ kind: 'approved' })
    const second = newPayment()
    const next = terminals.start(second, never())
    await bench.simulator().shown(getIds(second))
    await bench.simulator().press(TERMINAL, 'decline')
    expect(await next).toEqual({ kind: 'declined', code: 'DECLINED' })
  })

  test('a purchase that arrives twice is charged once', async () => {
    const terminals = bench.open(transport)
    const payment = newPayment()
    await bench.simulator().fault(TERMINAL, { method: 'Purchase', side: 'request', act: 'duplicate' })
    expect(await terminals.start(payment, never())).toEqual({ kind: 'busy' })
    await bench.simulator().press(TERMINAL, 'approve')
    expect(await settled(terminals, payment)).toMatchObject({ kind: 'approved' })
    expect(approvedLines(payment)).toHaveLength(1)
  })

  test.runIf(onlyInFullTier('it waits for the in-flight window in real time'))(
    'a purchase that arrives after its connection was cut is unknown until then, and found afterwards',
    async () => {
      const terminals = bench.open(transport)
      const payment = newPayment()
      await bench.simulator().fault(TERMINAL, { method: 'Purchase', side: 'request', act: 'delay', ms: 1500 })
      const answer = terminals.start(payment, never())
      await bench.simulator().faultsMet(TERMINAL)
      await bench.simulator().cut(TERMINAL)
      expect(await answer).toEqual({ kind: 'unreachable' })
      expect(await terminals.status(payment)).toEqual({ kind: 'not_found' })
      await bench.simulator().shown(getIds(payment))
      await bench.simulator().press(TERMINAL, 'approve')
      expect(await settled(terminals, payment)).toMatchObject({ kind: 'approved' })
    },
  )

  test.runIf(onlyInFullTier('it waits for a terminal to approve in real time'))(
    'an abort that arrives too late has no effect, and the payment stays approved',
    async () => {
      const terminals = bench.open(transport)
      const payment = newPayment()
      await bench.simulator().fault(TERMINAL, { method: 'Abort', side: 'request', act: 'delay', ms: 1000 })
      const answer = terminals.start(payment, never())
      await bench.simulator().shown(getIds(payment))
      await terminals.cancel(payment)
      await bench.simulator().press(TERMINAL, 'approve')
      expect(await answer).toMatchObject({ kind: 'approved' })
      await sleep(1100)
      expect(await terminals.status(payment)).toMatchObject({ kind: 'approved' })
    },
  )

  test.runIf(onlyInFullTier('it starts the simulated terminal twice as a process'))(
    'the ledger survives a power cut: an approved payment is found, one in progress has failed',
    async () => {
      const terminals = bench.open(transport)
      const [paid, unpaid] = [newPayment(), newPayment()]
      await bench.simulator().fault(TERMINAL, { method: 'Purchase', side: 'answer', act: 'drop' })
      const first = terminals.start(paid, never())
      await bench.simulator().shown(getIds(paid))
      await bench.simulator().press(TERMINAL, 'approve')
      await bench.simulator().killAndRestart()
      expect(await first).toEqual({ kind: 'unreachable' })
      expect(await settled(terminals, paid)).toMatchObject({ kind: 'approved', amountCents: 1234 })
      const second = terminals.start(unpaid, never())
      await bench.simulator().shown(getIds(unpaid))
      await bench.simulator().power(TERMINAL, { on: false })
      expect(await second).toEqual({ kind: 'unreachable' })
      expect(await terminals.status(unpaid)).toEqual({ kind: 'unreachable' })
      await bench.simulator().power(TERMINAL, { on: true })
      expect(await settled(terminals, unpaid)).toEqual({ kind: 'declined', code: 'TRANSACTION_FAILED' })
    },
  )
})
