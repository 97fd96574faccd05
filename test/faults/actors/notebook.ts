import type { StringCode } from '#domain/payments/attempt-states.ts'
import type { ScanFact } from '../checker/facts.ts'

/** A result that a shopper received for an order: in the response to pay, or by looking at the order. */
export type ObservedResult = { orderId: number; userId: number; by: 'pay' | 'show'; code: StringCode; at: number }

/** A mail that a server promised to send. */
export type Promised = { email: string; at: number }

/** All observations of people during a run, and its progress. */
export class Notebook {
  readonly results: ObservedResult[] = []
  readonly scans: ScanFact[] = []
  /** When an admin saw that a lot was recalled, by the lot. */
  readonly recalledAt = new Map<string, Date>()
  /** Of all rounds: a mail may arrive in a later one. */
  readonly promised: Promised[]
  /** Payments that shoppers have seen end. */
  payments = 0
  /** Refunds that a server accepted. */
  refunds = 0
  /** Refunds whose outcome an admin entered. */
  decided = 0
  /** FaultCounts of response statuses. */
  readonly answers: Record<string, number> = {}
  /** Each pay call that was answered with 200: when it began and ended (performance.now), and its result. */
  readonly pays: { began: number; ended: number; code: StringCode }[] = []
  /** Pay calls that failed: with another status than 200, or without a response. */
  readonly failedPays: { status: number; line: string }[] = []
  /** FaultCounts of the reasons for missing responses. */
  readonly errors: Record<string, number> = {}

  constructor(promised: Promised[] = []) {
    this.promised = promised
  }

  countError = (reason: string): void => {
    this.errors[reason] = (this.errors[reason] ?? 0) + 1
  }

  countAnswer(status: number): void {
    this.answers[status] = (this.answers[status] ?? 0) + 1
  }
}
