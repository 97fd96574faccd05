import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** One line of a terminal's append-only ledger. */
export type LedgerLine = {
  terminal: number
  kind: 'Purchase' | 'Refund'
  receipt_id: number
  sequence_id: number
  amount: number
  currency: string
  /** The shop's reference, shown beside the amount. */
  reference?: string
  event: 'started' | 'approved' | 'failed'
  /** Of a failed one. */
  string_code?: string
  transaction_id?: string
  /** Of a refund: the purchase's transaction id. */
  refundedId?: string
  at: string
}

/**
 * The terminals' persistent memory: lines are on disk before any response, so that it survives power cuts and kills of the
 * process. An incomplete line is ignored.
 */
export class Ledger {
  readonly #file: number
  readonly lines: LedgerLine[] = []
  readonly #latest = new Map<string, LedgerLine>()
  readonly #byTransaction = new Map<string, LedgerLine>()

  constructor(path: string) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    for (const line of wholeLines(text)) this.#learn(line)
    this.#file = openSync(path, 'a')
    // Ends an incomplete line, so that the next one starts on a new line.
    if (text !== '' && !text.endsWith('\n')) writeSync(this.#file, '\n')
  }

  append(line: LedgerLine): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#file)
    this.#learn(line)
  }

  /** The last line of a transaction. */
  latest(transaction: LedgerKey): LedgerLine | undefined {
    return this.#latest.get(formatKey(transaction))
  }

  approved(transactionId: string): LedgerLine | undefined {
    return this.#byTransaction.get(transactionId)
  }

  /** Transactions of a terminal that have begun and not ended. */
  unfinished(terminal: number): LedgerLine[] {
    return [...this.#latest.values()].filter(line => line.terminal === terminal && line.event === 'started')
  }

  #learn(line: LedgerLine): void {
    this.lines.push(line)
    this.#latest.set(formatKey(line), line)
    if (line.transaction_id !== undefined) this.#byTransaction.set(line.transaction_id, line)
  }

  close(): void {
    closeSync(this.#file)
  }
}

type LedgerKey = Pick<LedgerLine, 'terminal' | 'receipt_id' | 'sequence_id'>
const formatKey = ({ terminal, receipt_id, sequence_id }: LedgerKey): string =>
  `${terminal} ${receipt_id} ${sequence_id}`

function wholeLines(text: string): LedgerLine[] {
  return text.split('\n').flatMap(line => {
    try {
      const read: LedgerLine = JSON.parse(line)
      return [read]
    } catch {
      return []
    }
  })
}
