import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'

/** A line of a terminal's append-only ledger. */
export type LedgerLine = {
  at: number
  serviceId: string
  terminalId: number
  amountCents: number
  /** `reserved`: in an app, before the money is captured or released. */
  event: 'received' | 'reserved' | 'approved' | 'declined' | 'cancelled'
  by?: 'shopper' | 'merchant'
  /** For refunds: the payment's serviceId. */
  refundedKey?: string
  /** Of a refund that the vendor accepted: it reported by webhook that it failed, and whether the shop accepted that. */
  failure?: 'sent' | 'accepted' | undefined
}

/** The lines of a ledger's file; an incomplete last line, torn by a power cut, is ignored. */
export function readLedger(file: string): LedgerLine[] {
  if (!existsSync(file)) return []
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return whole.map(line => JSON.parse(line) as LedgerLine)
}

type Payment = Pick<LedgerLine, 'serviceId' | 'terminalId' | 'amountCents' | 'refundedKey'>

/** What the far side of a payment or a refund reports of its last ledger entry. */
export function getAnswer(line: LedgerLine | undefined): TerminalAnswer {
  switch (line?.event) {
    case 'approved': {
      const transactionId = `simulated-${line.serviceId}`
      return { kind: 'approved', transactionId, amountCents: line.amountCents, receiptText: 'SIMULATED' }
    }
    case 'declined':
      return { kind: 'declined', code: 'SIMULATED' }
    case 'cancelled':
      return { kind: 'cancelled', by: line.by ?? 'shopper' }
    case undefined:
      return { kind: 'not_found' }
    default:
      return { kind: 'in_progress' }
  }
}

/** The terminals' persistent memory: it has service ids and amounts but no orders, and survives power cuts. */
export class TerminalLedger {
  readonly #file: string
  readonly #last = new Map<string, LedgerLine>()
  readonly #busy = new Map<number, string>()

  constructor(file: string) {
    this.#file = file
    for (const line of readLedger(file)) this.#remember(line)
  }

  /** Payments in progress at a power cut are not charged, as with real terminals. */
  declineLeftovers(): void {
    for (const serviceId of this.#busy.values()) this.decide(serviceId, 'declined')
  }

  answer(serviceId: string): TerminalAnswer {
    return getAnswer(this.#last.get(serviceId))
  }

  /** 'new' when the payment is unknown and its terminal is free. */
  receive(payment: Payment): 'new' | 'known' | 'busy' {
    if (this.#last.has(payment.serviceId)) return 'known'
    if (this.#busy.has(payment.terminalId)) return 'busy'
    this.#write({ at: Date.now(), ...payment, event: 'received' })
    return 'new'
  }

  /** Only once: a decision is final. */
  decide(serviceId: string, event: 'approved' | 'declined' | 'cancelled', by?: 'shopper' | 'merchant'): void {
    const line = this.#last.get(serviceId)
    if (line?.event === 'received') this.#write({ ...line, at: Date.now(), event, ...(by && { by }) })
  }

  #write(line: LedgerLine): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
    this.#remember(line)
  }

  #remember(line: LedgerLine): void {
    this.#last.set(line.serviceId, line)
    if (line.event === 'received') this.#busy.set(line.terminalId, line.serviceId)
    else this.#busy.delete(line.terminalId)
  }
}
