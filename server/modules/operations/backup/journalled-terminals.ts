import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentTerminal, PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Context } from '#server/platform/context.ts'
import type { PaymentJournal } from './payment-journal.ts'

/** A slower disk does not delay the shopper: the payment is already in the database. */
const PATIENCE_MS = 500

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type Needs = Pick<Context, 'log' | 'now'> & { journal: PaymentJournal }

/** The same terminals; each payment is written to the journal before it is sent, unless the disk is slow. */
export function journalled(terminals: PaymentTerminals, needs: Needs): PaymentTerminals {
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

function withJournal(terminal: PaymentTerminal, provider: string, { journal, log, now }: Needs): PaymentTerminal {
  const { cancelAfterMs, protects, refundStatus, takings, hear } = terminal
  return {
    inFlightMs: terminal.inFlightMs,
    resendIsIdempotent: terminal.resendIsIdempotent,
    ...(cancelAfterMs !== undefined && { cancelAfterMs }),
    async start(payment, signal, hasLeft) {
      const { serviceId, terminalId, amountCents, currency } = payment
      const entry = { service_id: serviceId, terminal_id: terminalId, amount_cents: amountCents, currency, provider }
      const written = journal.note({ at: now().toISOString(), ...entry }).then(() => undefined, reasonOf)
      const reason = await Promise.race([written, sleep(PATIENCE_MS, 'the disk is slow', { ref: false })])
      if (reason !== undefined)
        log.warn(
          { service_id: serviceId, directory: journal.directory, reason },
          'a payment could not be written to the payment journal',
        )
      return terminal.start(payment, signal, hasLeft)
    },
    status: (...asked) => terminal.status(...asked),
    cancel: payment => terminal.cancel(payment),
    refund: (...asked) => terminal.refund(...asked),
    ...(protects && { protects: settings => protects.call(terminal, settings) }),
    ...(refundStatus && { refundStatus: (payment, refund) => refundStatus.call(terminal, payment, refund) }),
    ...(takings && { takings: (terminalId, moments) => takings.call(terminal, terminalId, moments) }),
    ...(hear && { hear: (terminalId, webhook) => hear.call(terminal, terminalId, webhook) }),
    health: terminalId => terminal.health(terminalId),
  }
}
