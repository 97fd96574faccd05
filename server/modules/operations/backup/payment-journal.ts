import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { DAY_MS } from '#domain/durations.ts'
import type { PaymentTerminal, PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Context } from '#server/platform/context.ts'

const JOURNAL_NAME = /^payments-(\d{4}-\d\d-\d\d)-[0-9a-f]{8}\.jsonl$/
const KEEP_DAYS = 60

const entrySchema = z.object({
  /** When it was about to be sent, by this server's clock. ISO 8601, UTC. */
  at: z.string(),
  service_id: z.string(),
  terminal_id: z.number(),
  provider: z.string(),
  amount_cents: z.number(),
  currency: z.string(),
})
export type JournalEntry = z.output<typeof entrySchema>

type PendingEntry = { entry: JournalEntry; done: () => void; failed: (error: unknown) => void }

/**
 * Records the payments that this server is about to send to terminals, outside of the database: after a restore to an earlier
 * moment it shows which ones to ask the terminals about. A file of JSON lines for each day and server, without personal data.
 */
export class PaymentJournal {
  readonly directory: string
  readonly #name = randomUUID().slice(0, 8)
  #waiting: PendingEntry[] = []
  #isWriting = false
  #open: { day: string; file: FileHandle } | undefined

  constructor(directory: string) {
    this.directory = directory
  }

  /** Resolves when the entry is on the disk; concurrent entries are written together. */
  async note(entry: JournalEntry): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ entry, done: resolve, failed: reject })
    if (!this.#isWriting) void this.#writeAll()
    return promise
  }

  async close(): Promise<void> {
    await this.#open?.file.close()
    this.#open = undefined
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const together = this.#waiting.splice(0)
      try {
        const file = await this.#openFile(together[0]?.entry.at.slice(0, 10) ?? '')
        await file.appendFile(together.map(({ entry }) => `${JSON.stringify(entry)}\n`).join(''))
        await file.datasync()
        for (const { done } of together) done()
      } catch (error) {
        for (const { failed } of together) failed(error)
      }
    }
    this.#isWriting = false
  }

  async #openFile(day: string): Promise<FileHandle> {
    if (this.#open?.day === day) return this.#open.file
    await this.close()
    await mkdir(this.directory, { recursive: true, mode: 0o700 })
    const file = await open(join(this.directory, `payments-${day}-${this.#name}.jsonl`), 'a', 0o600)
    this.#open = { day, file }
    return file
  }
}

/**
 * All entries of a directory's journals, of every server. Leaves out a line that was truncated by a crash: its payment was hardly
 * ever sent.
 */
export async function readJournals(directory: string): Promise<JournalEntry[]> {
  const names = (await readdir(directory).catch(() => [])).filter(name => JOURNAL_NAME.test(name)).toSorted()
  const texts = await Promise.all(names.map(name => readFile(join(directory, name), 'utf8')))
  return texts.flatMap(text => text.split('\n').flatMap(line => parseEntry(line) ?? []))
}

function parseEntry(line: string): JournalEntry | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** Removes journals that are older than any record that a terminal keeps. */
export async function removeOldJournals(directory: string, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEEP_DAYS * DAY_MS).toISOString().slice(0, 10)
  const names = (await readdir(directory)).filter(name => (JOURNAL_NAME.exec(name)?.[1] ?? oldest) < oldest)
  for (const name of names) await rm(join(directory, name))
}

/** A slower disk does not delay the shopper: the payment is already in the database. */
const TIMEOUT_MS = 500

const getReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type JournalContext = Pick<Context, 'log' | 'now'> & { journal: PaymentJournal }

/** The same terminals; each payment is written to the journal before it is sent, unless the disk is slow. */
export function withPaymentJournal(terminals: PaymentTerminals, needs: JournalContext): PaymentTerminals {
  return {
    byProvider(provider) {
      const terminal = terminals.byProvider(provider)
      return terminal && withJournal(terminal, provider, needs)
    },
    close() {
      terminals.close?.()
      void needs.journal.close()
    },
  }
}

function withJournal(
  terminal: PaymentTerminal,
  provider: string,
  { journal, log, now }: JournalContext,
): PaymentTerminal {
  const { cancelAfterMs, withdraw, protects, refundStatus, takings, receiveWebhook } = terminal
  return {
    inFlightMs: terminal.inFlightMs,
    resendIsIdempotent: terminal.resendIsIdempotent,
    ...(cancelAfterMs !== undefined && { cancelAfterMs }),
    async start(payment, signal, wasSent) {
      const { serviceId, terminalId, amountCents, currency } = payment
      const entry = { service_id: serviceId, terminal_id: terminalId, amount_cents: amountCents, currency, provider }
      const written = journal.note({ at: now().toISOString(), ...entry }).then(() => undefined, getReason)
      const reason = await Promise.race([written, sleep(TIMEOUT_MS, 'the disk is slow', { ref: false })])
      if (reason !== undefined)
        log.warn(
          { service_id: serviceId, directory: journal.directory, reason },
          'a payment could not be written to the payment journal',
        )
      return terminal.start(payment, signal, wasSent)
    },
    status: (...args) => terminal.status(...args),
    cancel: payment => terminal.cancel(payment),
    ...(withdraw && { withdraw: payment => withdraw.call(terminal, payment) }),
    refund: (...args) => terminal.refund(...args),
    ...(protects && { protects: settings => protects.call(terminal, settings) }),
    ...(refundStatus && { refundStatus: (payment, refund) => refundStatus.call(terminal, payment, refund) }),
    ...(takings && { takings: (terminalId, moments) => takings.call(terminal, terminalId, moments) }),
    ...(receiveWebhook && {
      receiveWebhook: (terminalId, webhook) => receiveWebhook.call(terminal, terminalId, webhook),
    }),
    health: terminalId => terminal.health(terminalId),
  }
}
