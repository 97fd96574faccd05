import type { StringCode } from '#domain/attempt-states.ts'

/** What a shopper was told of an order: by the answer to pay, or by looking at the order. */
export type Told = { orderId: number; userId: number; by: 'pay' | 'show'; code: StringCode; at: number }

/** A mail that a server promised to send. */
export type Promised = { email: string; at: number }

/** All that people noted down during a run, and how far it has come. */
export class Notebook {
  readonly told: Told[] = []
  /** Of all rounds: a mail may come in a later one. */
  readonly promised: Promised[]
  /** Payments that shoppers have seen end. */
  payments = 0
  /** Refunds that a server took on. */
  refunds = 0
  /** How the servers answered, by status. */
  readonly answers: Record<string, number> = {}
  /** How long each pay call took that was answered. */
  readonly payMs: number[] = []

  constructor(promised: Promised[] = []) {
    this.promised = promised
  }

  countAnswer(status: number): void {
    this.answers[status] = (this.answers[status] ?? 0) + 1
  }
}
