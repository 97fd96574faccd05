// The payment terminals of all stores of a fault run, in one process with a ledger in a file. Each line that arrives is a call;
// calls that wait for a shopper's card are answered when the payment is decided.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { Chances } from '../chances.ts'
import { TerminalLedger } from './ledger.ts'

export type TerminalCall =
  | { op: 'pay' | 'status' | 'cancel'; payment: TerminalPayment }
  | { op: 'refund' | 'refundStatus'; payment: TerminalPayment; refund: TerminalRefund }

const [file = '', seed = '', port = '0', thinkMs = '150'] = process.argv.slice(2)
const chances = new Chances(seed)
const ledger = new TerminalLedger(file)
ledger.declineLeftovers()
const waiting = new Map<string, Socket[]>()

/** Simulates the shopper at the terminal. */
function display(serviceId: string): void {
  const isSlow = chances.isTrue(0.05)
  const ms = Number(thinkMs) * chances.between(0.2, 1.8) * (isSlow ? 4 : 1)
  const fate = chances.weighed({ approved: 82, declined: 10, cancelled: 8 })
  setTimeout(() => decide(serviceId, fate), ms)
}

function decide(serviceId: string, fate: 'approved' | 'declined' | 'cancelled', by?: 'merchant'): void {
  ledger.decide(serviceId, fate, by)
  for (const socket of waiting.get(serviceId) ?? []) report(socket, serviceId)
  waiting.delete(serviceId)
}

function report(socket: Socket, serviceId: string): void {
  socket.write(`${JSON.stringify(ledger.answer(serviceId))}\n`)
}

/** No card is needed: a refund of an approved payment succeeds at once. */
function refundOrder({ payment, refund }: { payment: TerminalPayment; refund: TerminalRefund }): TerminalAnswer {
  const serviceId = `refund ${refund.refundId}`
  const settings = {
    serviceId,
    terminalId: payment.terminalId,
    amountCents: refund.amountCents,
    refundedKey: payment.serviceId,
  }
  if (ledger.answer(payment.serviceId).kind !== 'approved') return { kind: 'declined', code: 'NOT_APPROVED' }
  const received = ledger.receive(settings)
  if (received === 'busy') return { kind: 'not_taken', reason: 'busy' }
  if (received === 'new') ledger.decide(serviceId, 'approved')
  return ledger.answer(serviceId)
}

function receive(socket: Socket, call: TerminalCall): void {
  const { op, payment } = call
  const { serviceId, terminalId, amountCents } = payment
  if (op === 'refund') return void socket.write(`${JSON.stringify(refundOrder(call))}\n`)
  if (op === 'refundStatus') return report(socket, `refund ${call.refund.refundId}`)
  if (op === 'status') return report(socket, serviceId)
  if (op === 'cancel') {
    if (ledger.answer(serviceId).kind === 'in_progress') decide(serviceId, 'cancelled', 'merchant')
    return report(socket, serviceId)
  }
  const received = ledger.receive({ serviceId, terminalId, amountCents })
  if (received === 'busy') return void socket.write(`${JSON.stringify({ kind: 'busy' })}\n`)
  if (received === 'new') display(serviceId)
  if (ledger.answer(serviceId).kind !== 'in_progress') return report(socket, serviceId)
  waiting.set(serviceId, [...(waiting.get(serviceId) ?? []), socket])
}

const server = createServer(socket => {
  socket.on('error', () => socket.destroy())
  // Each line is a call of this repository's own servers.
  createInterface({ input: socket }).on('line', line => receive(socket, JSON.parse(line) as TerminalCall))
})
server.listen(Number(port), '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port) // it listens on TCP
})
process.on('disconnect', () => process.exit(0))
