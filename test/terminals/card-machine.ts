import { randomUUID } from 'node:crypto'
import type { MessageFields } from '#server/adapters/payment-terminal/jsonpos/messages.ts'
import type { Ledger, LedgerLine } from './ledger.ts'

export type Press = 'approve' | 'decline' | 'cancel'
/** The response of a method: a result, or an error by its code. */
export type Outcome = { result: MessageFields } | { stringCode: string }
type Answer = (outcome: Outcome) => void

const CODES = { decline: 'DECLINED', cancel: 'USER_CANCELLED' } as const

type Transaction = Omit<LedgerLine, 'event' | 'at'>

/**
 * The device on the counter: handles one transaction at a time, waits for a card, and keeps a ledger. The caller may be gone when
 * it responds.
 */
export class CardMachine {
  readonly id: number
  readonly #ledger: Ledger
  /** How long until it decides by itself (ms), and how; without it, `press` must be called. */
  auto: { afterMs: number; decide: () => Press } | undefined
  /** The code with which it refuses refunds, if it does. */
  refusesRefunds: string | undefined
  #current: { transaction: Transaction; answer: Answer; timer: NodeJS.Timeout | undefined } | undefined

  constructor(id: number, ledger: Ledger) {
    this.id = id
    this.#ledger = ledger
    // A transaction in progress at a power cut is undone: no card was charged for it.
    for (const line of ledger.unfinished(id)) this.#write(line, { event: 'failed', string_code: 'TRANSACTION_FAILED' })
  }

  get current(): Transaction | undefined {
    return this.#current?.transaction
  }

  purchase(params: MessageFields, answer: Answer): void {
    this.#begin({ ...this.#common('Purchase', params) }, answer)
  }

  refund(params: MessageFields, answer: Answer): void {
    const refundedId = String(params['transaction_id'])
    const paid = this.#ledger.approved(refundedId)
    if (paid?.kind !== 'Purchase') return answer({ stringCode: 'TRANSACTION_NOT_FOUND' })
    this.#begin({ ...this.#common('Refund', params), refundedId }, answer)
    // No card is needed.
    if (this.refusesRefunds === undefined) this.press('approve')
    else this.press('decline', this.refusesRefunds)
  }

  /** Finds only finished transactions, and returns the original outcome. */
  check(params: MessageFields): Outcome {
    const line = this.#find(params)
    return line ? toOutcome(line) : { stringCode: 'TRANSACTION_NOT_FOUND' }
  }

  status(): Outcome {
    return { result: this.#current ? { transaction_status: 'WAITING_FOR_CARD' } : {} }
  }

  abort(): void {
    this.press('cancel')
  }

  /** The decision of a card, a bank or a finger. False when nothing is in progress. */
  press(what: Press, code?: string): boolean {
    const current = this.#current
    if (!current) return false
    this.#current = undefined
    clearTimeout(current.timer)
    const failed = (string_code: string) => ({ event: 'failed' as const, string_code })
    const decided = what === 'approve' ? approval() : failed(code ?? CODES[what])
    current.answer(toOutcome(this.#write(current.transaction, decided)))
    return true
  }

  /** A power cut: the transaction in progress is lost, the ledger is not. */
  forget(): void {
    clearTimeout(this.#current?.timer)
    this.#current = undefined
  }

  #find({ receipt_id, sequence_id }: MessageFields): LedgerLine | undefined {
    const ids = { receipt_id: Number(receipt_id), sequence_id: Number(sequence_id) }
    const line = this.#ledger.latest({ terminal: this.id, ...ids })
    return line?.event === 'started' ? undefined : line
  }

  #common(kind: LedgerLine['kind'], params: MessageFields): Transaction {
    const { receipt_id, sequence_id, amount, currency, external_data } = params
    const reference =
      typeof external_data === 'object' && external_data !== null && 'reference' in external_data
        ? String(external_data.reference)
        : undefined
    return {
      ...(reference !== undefined && { reference }),
      terminal: this.id,
      kind,
      receipt_id: Number(receipt_id),
      sequence_id: Number(sequence_id),
      amount: Number(amount),
      currency: String(currency),
    }
  }

  #begin(transaction: Transaction, answer: Answer): void {
    if (this.#current) return answer({ stringCode: 'TRANSACTION_IN_PROGRESS' })
    if (this.#find(transaction)) return answer({ stringCode: 'DUPLICATE_TRANSACTION' })
    this.#write(transaction, { event: 'started' })
    const { auto } = this
    const timer = auto && setTimeout(() => this.press(auto.decide()), auto.afterMs)
    this.#current = { transaction, answer, timer }
  }

  #write(transaction: Transaction, what: Pick<LedgerLine, 'event' | 'string_code' | 'transaction_id'>): LedgerLine {
    const line: LedgerLine = { ...transaction, ...what, at: new Date().toISOString() }
    this.#ledger.append(line)
    return line
  }
}

const approval = () => ({ event: 'approved' as const, transaction_id: randomUUID() })

function toOutcome(line: LedgerLine): Outcome {
  if (line.event !== 'approved') return { stringCode: line.string_code ?? 'UNKNOWN' }
  const { transaction_id, receipt_id, sequence_id, amount, currency, kind } = line
  const slip = (whose: string) => ({
    text: `SIMULATED TERMINAL\n${whose}\n${kind} ${(amount / 100).toFixed(2)} ${currency}\nNo money was taken. Ei veloitettu – hyväksytty €\n${transaction_id}`,
  })
  return {
    result: {
      response_text: 'Approved',
      transaction_id,
      receipt_id,
      sequence_id,
      amount,
      currency,
      merchant_receipt: slip('Merchant'),
      customer_receipt: slip('Customer'),
    },
  }
}
