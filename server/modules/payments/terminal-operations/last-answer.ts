import { setTimeout as sleep } from 'node:timers/promises'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'

const LAST_REQUEST_MS = 10_000

/** The answer to a terminal's last status request, before an admin's decision is recorded; `unreachable` after ten seconds. */
export const getLastAnswer = (request: Promise<TerminalAnswer>): Promise<TerminalAnswer> =>
  Promise.race([request, sleep(LAST_REQUEST_MS, { kind: 'unreachable' } satisfies TerminalAnswer, { ref: false })])
