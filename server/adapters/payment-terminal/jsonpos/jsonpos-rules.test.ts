import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { getIds, jsonposBench, never, newPayment, TERMINAL } from '#test/terminals/jsonpos-bench.ts'
import type { JsonposTerminals } from './jsonpos-terminal.ts'

const bench = jsonposBench()

async function shownAt(terminals: JsonposTerminals, payment: TerminalPayment) {
  const answer = terminals.start(payment, never())
  await bench.simulator().shown(getIds(payment))
  return { answer }
}

async function approved(terminals: JsonposTerminals): Promise<TerminalPayment> {
  const payment = newPayment()
  const { answer } = await shownAt(terminals, payment)
  await bench.simulator().press(TERMINAL, 'approve')
  expect(await answer).toMatchObject({ kind: 'approved' })
  return payment
}

const getStored = (payment: TerminalPayment) => bench.getLines(payment).map(line => line.event)

describe('a payment that can’t be sent', () => {
  test.each([
    ['the terminal is unreachable', 'tcp', { port: '1' }],
    ['the gateway is unreachable', 'websocket', { url: 'ws://127.0.0.1:1/terminal/1/jsonpos' }],
    ['the gateway refuses the password', 'websocket', { password: 'wrong' }],
  ] as const)('is known not to have been taken: %s', async (_why, transport, settings) => {
    const reports: string[] = []
    const terminals = bench.open(transport, { settings }, reports)
    expect(await terminals.start(newPayment(), never())).toEqual({ kind: 'not_taken', reason: 'unreachable' })
    expect(await terminals.status(newPayment())).toEqual({ kind: 'unreachable' })
    expect(await terminals.health(TERMINAL)).toMatchObject({ ok: false })
    expect(reports.join('\n')).toContain('not reached')
    expect(reports.join('\n')).not.toMatch(/wrong|simulated-/)
  })

  test('is not sent after its time limit, however slow the terminal is', async () => {
    const terminals = bench.open('tcp', { times: { sendWithinMs: 200 } })
    await bench.simulator().fault(TERMINAL, { method: 'Status', side: 'answer', act: 'delay', ms: 500 })
    const payment = newPayment()
    expect(await terminals.start(payment, never())).toEqual({ kind: 'not_taken', reason: 'unreachable' })
    expect(getStored(payment)).toEqual([])
  })

  test('is not sent after it was cancelled', async () => {
    const terminals = bench.open('tcp')
    await bench.simulator().fault(TERMINAL, { method: 'Status', side: 'answer', act: 'delay', ms: 500 })
    const payment = newPayment()
    const answer = terminals.start(payment, never())
    await bench.simulator().faultsMet(TERMINAL)
    await terminals.cancel(payment)
    expect(await answer).toEqual({ kind: 'cancelled', by: 'merchant' })
    expect(getStored(payment)).toEqual([])
  })
})

describe('a message lost while the connection stays open', () => {
  test('is found by periodic checks if it was the answer', async () => {
    const terminals = bench.open('websocket', { times: { watchMs: 200 } })
    await bench.simulator().fault(TERMINAL, { method: 'Purchase', side: 'answer', act: 'drop' })
    const payment = newPayment()
    const { answer } = await shownAt(terminals, payment)
    await sleep(700)
    await bench.simulator().press(TERMINAL, 'approve')
    expect(await answer).toMatchObject({ kind: 'approved' })
    expect(getStored(payment)).toEqual(['started', 'approved'])
  })

  test('leaves the outcome unknown, without a wait, if it was the purchase', async () => {
    const terminals = bench.open('websocket', { times: { watchMs: 200 } })
    await bench.simulator().fault(TERMINAL, { method: 'Purchase', side: 'request', act: 'drop' })
    const payment = newPayment()
    expect(await terminals.start(payment, never())).toEqual({ kind: 'unreachable' })
    expect(await terminals.status(payment)).toEqual({ kind: 'not_found' })
  })
})

describe('an old transaction on the terminal', () => {
  test('is aborted before the next purchase, and its outcome can be queried', async () => {
    const old = newPayment()
    await shownAt(bench.open('tcp'), old)
    const terminals = bench.open('tcp')
    const { answer } = await shownAt(terminals, newPayment())
    await bench.simulator().press(TERMINAL, 'approve')
    expect(await answer).toMatchObject({ kind: 'approved' })
    expect(await terminals.status(old)).toEqual({ kind: 'cancelled', by: 'shopper' })
  })

  test('prevents the next payment if it can’t be aborted, and that payment is not taken', async () => {
    await shownAt(bench.open('tcp'), newPayment())
    await bench.simulator().fault(TERMINAL, { method: 'Abort', side: 'request', act: 'drop' })
    const payment = newPayment()
    expect(await bench.open('tcp').start(payment, never())).toEqual({ kind: 'not_taken', reason: 'busy' })
    expect(getStored(payment)).toEqual([])
  })

  test('does not cause the abort of a later payment when it is cancelled after its end', async () => {
    const terminals = bench.open('tcp')
    const over = await approved(terminals)
    const payment = newPayment()
    const { answer } = await shownAt(terminals, payment)
    await terminals.cancel(over)
    expect(await terminals.status(payment)).toEqual({ kind: 'in_progress' })
    await bench.simulator().press(TERMINAL, 'approve')
    expect(await answer).toMatchObject({ kind: 'approved' })
  })
})

describe('an unknown code', () => {
  test('is a decline when the purchase and a Check agree on it', async () => {
    const terminals = bench.open('tcp')
    const payment = newPayment()
    const { answer } = await shownAt(terminals, payment)
    await bench.simulator().press(TERMINAL, 'decline', 'CARD_EXPIRED')
    expect(await answer).toEqual({ kind: 'declined', code: 'CARD_EXPIRED' })
  })

  test('is not a decline when a Check has another outcome', async () => {
    const terminals = bench.open('tcp')
    const payment = await approved(terminals)
    // The simulator refuses a repeated purchase with its own code.
    expect(await terminals.start(payment, never())).toMatchObject({ kind: 'approved', amountCents: 1234 })
    expect(getStored(payment)).toEqual(['started', 'approved'])
  })

  test('in a Check alone is inconclusive, and a warning is logged', async () => {
    const reports: string[] = []
    const payment = newPayment()
    const { answer } = await shownAt(bench.open('tcp'), payment)
    await bench.simulator().press(TERMINAL, 'decline', 'CARD_EXPIRED')
    await answer
    expect(await bench.open('tcp', {}, reports).status(payment)).toEqual({ kind: 'unreachable' })
    expect(reports).toContain('unclear answer: CARD_EXPIRED')
  })

  test.each(['UNKNOWN', 'CONNECTION_CLOSED', 'HOST_TIMEOUT'])(
    'such as %s, which states an unknown outcome, is not a decline',
    async code => {
      const terminals = bench.open('tcp')
      const { answer } = await shownAt(terminals, newPayment())
      await bench.simulator().press(TERMINAL, 'decline', code)
      expect(await answer).toEqual({ kind: 'unreachable' })
    },
  )

  test('such as that of a wrong API key takes no payment', async () => {
    const payment = newPayment()
    const answer = await bench.open('tcp', { settings: { api_key: 'wrong' } }).start(payment, never())
    expect(answer).toEqual({ kind: 'declined', code: 'INVALID_API_KEY' })
    expect(getStored(payment)).toEqual([])
  })
})

describe('a refund', () => {
  test('is made once, however often it is requested', async () => {
    const terminals = bench.open('tcp')
    const payment = await approved(terminals)
    const refund = { refundId: payment.serviceId, amountCents: 234 }
    const first = await terminals.refund(payment, refund)
    expect(first).toMatchObject({ kind: 'approved', amountCents: 234 })
    expect(await terminals.refund(payment, refund)).toEqual(first)
    expect(await bench.open('websocket').refund(payment, refund)).toEqual(first)
    const refunds = bench
      .simulator()
      .ledger()
      .filter(line => line.kind === 'Refund' && line.event === 'approved')
    expect(refunds.filter(line => line.amount === 234)).toHaveLength(1)
  })

  test('is not sent again while it may be in flight', async () => {
    const terminals = bench.open('tcp', { inFlightMs: 1500 })
    const payment = await approved(terminals)
    const refund = { refundId: payment.serviceId, amountCents: 99 }
    await bench.simulator().fault(TERMINAL, { method: 'Refund', side: 'request', act: 'cut' })
    expect(await terminals.refund(payment, refund)).toEqual({ kind: 'unreachable' })
    expect(await terminals.refund(payment, refund)).toEqual({ kind: 'unreachable' })
    await sleep(1600)
    expect(await terminals.refund(payment, refund)).toMatchObject({ kind: 'approved', amountCents: 99 })
  })

  test('is not sent while its payment is still in progress', async () => {
    const terminals = bench.open('tcp')
    const payment = newPayment()
    await shownAt(terminals, payment)
    const refund = { refundId: payment.serviceId, amountCents: 1 }
    expect(await terminals.refund(payment, refund)).toEqual({ kind: 'not_taken', reason: 'busy' })
  })

  test('is found by a Check when its answer is lost, also from another server', async () => {
    const terminals = bench.open('tcp')
    const payment = await approved(terminals)
    const refund = { refundId: payment.serviceId, amountCents: 77 }
    await bench.simulator().fault(TERMINAL, { method: 'Refund', side: 'answer', act: 'cut' })
    expect(await terminals.refund(payment, refund)).toEqual({ kind: 'unreachable' })
    const answer = { kind: 'approved', amountCents: 77 }
    expect(await bench.open('websocket').refundStatus(payment, refund)).toMatchObject(answer)
    expect(await terminals.refundStatus(payment, refund)).toMatchObject(answer)
  })

  test('is found by periodic checks when it is never answered on an open connection', async () => {
    const terminals = bench.open('tcp', { times: { watchMs: 100 } })
    const payment = await approved(terminals)
    await bench.simulator().fault(TERMINAL, { method: 'Refund', side: 'answer', act: 'drop' })
    const refund = { refundId: payment.serviceId, amountCents: 55 }
    expect(await terminals.refund(payment, refund)).toMatchObject({ kind: 'approved', amountCents: 55 })
  })

  test('works without the terminal’s record of the payment when its transaction id is known', async () => {
    const terminals = bench.open('tcp')
    const payment = await approved(terminals)
    const status = await terminals.status(payment)
    const transactionId = status.kind === 'approved' ? status.transactionId : null
    const forgotten = { ...payment, serviceId: 'a payment that the terminal has forgotten' }
    const refund = { refundId: payment.serviceId, amountCents: 44 }
    expect(await terminals.refund(forgotten, refund)).toEqual({ kind: 'declined', code: 'NOT_APPROVED' })
    expect(await terminals.refund(forgotten, { ...refund, transactionId })).toMatchObject({ kind: 'approved' })
  })

  test('is declined for a payment that the terminal does not know', async () => {
    const terminals = bench.open('tcp')
    const payment = newPayment()
    const refund = { refundId: payment.serviceId, amountCents: 1, transactionId: 'of another terminal' }
    expect(await terminals.refund(payment, refund)).toEqual({ kind: 'declined', code: 'NOT_APPROVED' })
  })

  test('is not taken when the terminal is unreachable', async () => {
    const payment = newPayment()
    const away = bench.open('tcp', { settings: { port: '1' } })
    const refund = { refundId: payment.serviceId, amountCents: 1, transactionId: 'some' }
    expect(await away.refund(payment, refund)).toEqual({ kind: 'not_taken', reason: 'unreachable' })
    expect(await away.refundStatus(payment, refund)).toEqual({ kind: 'unreachable' })
  })
})

test('both receipts are returned, the customer’s and the merchant’s', async () => {
  const terminals = bench.open('websocket')
  const payment = await approved(terminals)
  expect(await terminals.status(payment)).toMatchObject({
    receiptText: expect.stringContaining('Customer'),
    merchantReceiptText: expect.stringContaining('Merchant'),
  })
})

test('a change of settings opens a new connection', async () => {
  const reports: string[] = []
  const settings: { port?: string } = {}
  const terminals = bench.open('tcp', { settings }, reports)
  expect(await terminals.health(TERMINAL)).toMatchObject({ ok: true })
  settings.port = '1'
  expect(await terminals.health(TERMINAL)).toMatchObject({ ok: false })
  delete settings.port
  expect(await terminals.health(TERMINAL)).toMatchObject({ ok: true })
  expect(reports).toEqual(['connection closed: closed by the shop'])
})

test('an idle connection is closed, so that another server can use the terminal', async () => {
  const reports: string[] = []
  const terminals = bench.open('tcp', { times: { idleCloseMs: 200 } }, reports)
  expect(await terminals.health(TERMINAL)).toEqual({ ok: true, code: 'ready', detail: 'JSONPOS, version 18.7.50' })
  while (reports.length === 0) await sleep(20)
  expect(reports).toEqual(['connection closed: closed by the shop'])
  expect(await terminals.health(TERMINAL)).toMatchObject({ ok: true })
})
