import { type PaymentTerminal, newIdempotencyKey } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { testTerminal as faithfulTerminal } from '../terminal/wire-terminal.ts'

/** Bug c: without a response, it sends the payment again under another key, so that the terminal treats it as a new payment. */
export function testTerminal(options: { inFlightMs: number }): PaymentTerminal {
  const plain = faithfulTerminal(options)
  return {
    ...plain,
    async start(payment, signal) {
      const answer = await plain.start(payment, signal)
      if (answer.kind !== 'unreachable' || signal.aborted) return answer
      return plain.start({ ...payment, serviceId: newIdempotencyKey() }, signal)
    },
  }
}
