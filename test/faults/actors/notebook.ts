import type { StringCode } from '#domain/payments/attempt-states.ts'

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
  /** Each pay call that was answered with 200: when it began and ended (performance.now), and with what. */
  readonly pays: { began: number; ended: number; code: StringCode }[] = []
  /** Pay calls that failed: with another status than 200, or with none. */
  readonly failedPays: { status: number; line: string }[] = []
  /** Why calls had no answer. */
  readonly troubles: Record<string, number> = {}

  constructor(promised: Promised[] = []) {
    this.promised = promised
  }

  countTrouble = (why: string): void => {
    this.troubles[why] = (this.troubles[why] ?? 0) + 1
  }

  countAnswer(status: number): void {
    this.answers[status] = (this.answers[status] ?? 0) + 1
  }
}
