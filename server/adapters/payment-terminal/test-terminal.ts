import { setTimeout as sleep } from 'node:timers/promises'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { toTerminalHealth } from '#domain/payments/terminal-health.ts'
import type { PaymentTerminal, TerminalPayment, TerminalRefund } from './payment-terminal.ts'

export type TestPaymentState = 'waiting' | 'hung' | 'approved' | 'declined' | 'cancelled'
export type TestPayment = TerminalPayment & {
  state: TestPaymentState
  cancelledBy: 'shopper' | 'merchant' | null
  /** When it was decided; before that, when it was received. */
  at: Date
}

export type TestRefund = { refundId: string; amountCents: number; isRefunded: boolean; at: Date }

/**
 * The virtual terminal's own storage, which survives a crash of the shop as a real terminal's does. It is not part of the
 * shop's transactions.
 */
export type TestTerminalLedger = {
  /** Stores the payment once, with the initial `state`. Returns the stored payment. */
  receive: (payment: TerminalPayment, state: TestPaymentState) => Promise<TestPayment>
  find: (serviceId: string) => Promise<TestPayment | undefined>
  /** Decides a waiting payment; a decided one stays unchanged. */
  decide: (
    serviceId: string,
    decision: { state: TestPaymentState; cancelledBy?: 'shopper' | 'merchant' },
  ) => Promise<void>
  /** Approves a payment that has waited for `thinkMs` and is not hung, as a card held to a real terminal would. */
  approveAfter: (serviceId: string, thinkMs: number) => Promise<void>
  /** Stores a refund once, accepted or refused as by a bank, and returns the stored refund. */
  recordRefund: (payment: TerminalPayment, refund: TerminalRefund) => Promise<TestRefund>
  findRefund: (refundId: string) => Promise<TestRefund | undefined>
  /** Cents taken less refunds, between consecutive moments. */
  takings: (terminalId: number, moments: readonly Date[]) => Promise<number[]>
}

type Options = { ledger: TestTerminalLedger; thinkMs: number; inFlightMs: number }

const LOOK_MS = 50
const SLIP_WIDTH = 40

const slipRow = (name: string, value: string) => name + value.padStart(SLIP_WIDTH - name.length)

type SlipFields = Pick<TestPayment, 'terminalId' | 'amountCents' | 'currency' | 'at'> & { kind: 'PURCHASE' | 'REFUND' }

/** As a terminal prints it: lines of at most 40 characters. */
function formatSlip({ kind, terminalId, amountCents, currency, at }: SlipFields, transactionId: string): string {
  return [
    'TEST MODE',
    'No money was taken',
    '',
    slipRow(kind, `${(amountCents / 100).toFixed(2)} ${currency}`),
    slipRow('Test card', '**** **** **** 0000'),
    slipRow('Terminal', String(terminalId)),
    slipRow('Time (UTC)', at.toISOString().slice(0, 19).replace('T', ' ')),
    'Transaction',
    transactionId,
    '',
    'APPROVED',
  ].join('\n')
}

function toAnswer(payment: TestPayment | undefined): TerminalAnswer {
  switch (payment?.state) {
    case 'approved': {
      const transactionId = `test-${payment.serviceId}`
      const receiptText = formatSlip({ ...payment, kind: 'PURCHASE' }, transactionId)
      return { kind: 'approved', transactionId, amountCents: payment.amountCents, receiptText, cardBrand: 'Test' }
    }
    case 'declined':
      return { kind: 'declined', code: 'TEST_DECLINED' }
    case 'cancelled':
      return { kind: 'cancelled', by: payment.cancelledBy ?? 'shopper' }
    case undefined:
      return { kind: 'not_found' }
    default:
      return { kind: 'in_progress' }
  }
}

function toRefundAnswer(refund: TestRefund | undefined, { terminalId, currency }: TerminalPayment): TerminalAnswer {
  if (!refund) return { kind: 'not_found' }
  if (!refund.isRefunded) return { kind: 'declined', code: 'NOT_APPROVED' }
  const { amountCents, at } = refund
  const transactionId = `test-refund-${refund.refundId}`
  const receiptText = formatSlip({ kind: 'REFUND', terminalId, currency, amountCents, at }, transactionId)
  return { kind: 'approved', transactionId, amountCents, receiptText }
}

/** Test payment: takes no money, approves after a moment unless a button of /dev/terminal is pressed first. */
export function testTerminal({ ledger, thinkMs, inFlightMs }: Options): PaymentTerminal {
  const status = async ({ serviceId }: TerminalPayment): Promise<TerminalAnswer> => {
    await ledger.approveAfter(serviceId, thinkMs)
    return toAnswer(await ledger.find(serviceId))
  }

  return {
    inFlightMs,
    resendIsIdempotent: true,

    async start(payment, signal, onSent) {
      const received = toAnswer(await ledger.receive(payment, thinkMs === 0 ? 'approved' : 'waiting'))
      onSent?.()
      let answer = received
      while (answer.kind === 'in_progress' && !signal.aborted) {
        await sleep(Math.min(LOOK_MS, thinkMs), undefined, { signal }).catch(() => undefined)
        if (!signal.aborted) answer = await status(payment)
      }
      return answer.kind === 'in_progress' ? { kind: 'unreachable' } : answer
    },

    status,
    cancel: ({ serviceId }) => ledger.decide(serviceId, { state: 'cancelled', cancelledBy: 'merchant' }),
    async refund(payment, refund, { onSent } = {}) {
      const entry = await ledger.recordRefund(payment, refund)
      onSent?.()
      return toRefundAnswer(entry, payment)
    },
    refundStatus: async (payment, { refundId }) => toRefundAnswer(await ledger.findRefund(refundId), payment),
    takings: (terminalId, moments) => ledger.takings(terminalId, moments),
    health: async () => toTerminalHealth('ready', 'Test payment: no money is taken.'),
  }
}
