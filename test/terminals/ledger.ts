import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** One line of a terminal's ledger: what it did, never changed afterwards. */
export type LedgerLine = {
  terminal: number
  kind: 'Purchase' | 'Refund'
  receipt_id: number
  sequence_id: number
  amount: number
  currency: string
  event: 'started' | 'approved' | 'failed'
  /** Of one that failed. */
  string_code?: string
  transaction_id?: string
  /** Of a refund: the purchase's. */
  of?: string
  at: string
}

/**
 * The terminals' memory: lines that are on the disk before anyone hears of what they say, so that it outlives power cuts
 * and kills of the process. A line that a kill cut short says nothing.
 */
export class Ledger {
  readonly #file: number
  readonly lines: LedgerLine[]

  constructor(path: string) {
    this.lines = existsSync(path) ? wholeLines(readFileSync(path, 'utf8')) : []
    this.#file = openSync(path, 'a')
    // After a line that was cut short the next one begins anew.
    if (existsSync(path) && !/(^|\n)$/.test(readFileSync(path, 'utf8'))) writeSync(this.#file, '\n')
  }

  append(line: LedgerLine): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#file)
    this.lines.push(line)
  }

  close(): void {
    closeSync(this.#file)
  }
}

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
