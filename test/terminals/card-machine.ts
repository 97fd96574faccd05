import { randomUUID } from 'node:crypto'
import type { Fields } from '#server/adapters/payment-terminal/jsonpos/messages.ts'
import type { Ledger, LedgerLine } from './ledger.ts'

export type Press = 'approve' | 'decline' | 'cancel'
/** What a method answers: a result, or an error by its code. */
export type Outcome = { result: Fields } | { stringCode: string }
type Answer = (outcome: Outcome) => void

const CODES = { decline: 'DECLINED', cancel: 'USER_CANCELLED' } as const

type Transaction = Omit<LedgerLine, 'event' | 'at'>

/**
 * What stands on the counter: takes one transaction at a time, waits for a card, and remembers in its ledger. Whoever
 * asked may be gone when it answers.
 */
export class CardMachine {
  readonly id: number
  readonly #ledger: Ledger
  /** How long until it decides by itself (ms), and how; without it someone must press. */
  auto: { afterMs: number; decide: () => Press } | undefined
  /** Why it refuses refunds, when it does. */
  refusesRefunds: string | undefined
  #current: { transaction: Transaction; answer: Answer; timer: NodeJS.Timeout | undefined } | undefined

  constructor(id: number, ledger: Ledger) {
    this.id = id
    this.#ledger = ledger
    // What was under way when the power went is undone: no card was charged for it.
    for (const line of ledger.unfinished(id)) this.#write(line, { event: 'failed', string_code: 'TRANSACTION_FAILED' })
  }

  get current(): Transaction | undefined {
    return this.#current?.transaction
  }

  purchase(params: Fields, answer: Answer): void {
    this.#begin({ ...this.#common('Purchase', params) }, answer)
  }

  refund(params: Fields, answer: Answer): void {
    const of = String(params['transaction_id'])
    const paid = this.#ledger.approved(of)
    if (paid?.kind !== 'Purchase') return answer({ stringCode: 'TRANSACTION_NOT_FOUND' })
    this.#begin({ ...this.#common('Refund', params), of }, answer)
    // The card need not be there.
    if (this.refusesRefunds === undefined) this.press('approve')
    else this.press('decline', this.refusesRefunds)
  }

  /** Only what is finished is found, and told as it was told at first. */
  check(params: Fields): Outcome {
    const line = this.#find(params)
    return line ? outcomeOf(line) : { stringCode: 'TRANSACTION_NOT_FOUND' }
  }

  status(): Outcome {
    return { result: this.#current ? { transaction_status: 'WAITING_FOR_CARD' } : {} }
  }

  abort(): void {
    this.press('cancel')
  }

  /** A card, a bank or a finger decides. False when nothing is under way. */
  press(what: Press, code?: string): boolean {
    const current = this.#current
    if (!current) return false
    this.#current = undefined
    clearTimeout(current.timer)
    const failed = (string_code: string) => ({ event: 'failed' as const, string_code })
    const decided = what === 'approve' ? approval() : failed(code ?? CODES[what])
    current.answer(outcomeOf(this.#write(current.transaction, decided)))
    return true
  }

  /** The power goes: what is under way is forgotten, what is in the ledger is not. */
  forget(): void {
    clearTimeout(this.#current?.timer)
    this.#current = undefined
  }

  #find({ receipt_id, sequence_id }: Fields): LedgerLine | undefined {
    const ids = { receipt_id: Number(receipt_id), sequence_id: Number(sequence_id) }
    const line = this.#ledger.latest({ terminal: this.id, ...ids })
    return line?.event === 'started' ? undefined : line
  }

  #common(kind: LedgerLine['kind'], params: Fields): Transaction {
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

function outcomeOf(line: LedgerLine): Outcome {
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
