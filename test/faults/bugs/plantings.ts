/** How a bug gets into a server: edits of its files as they are read, other files in their places, other settings. */
export type Planting = {
  /** By the end of a file's address: what is replaced, found exactly once, and by what. */
  edits: Record<string, [from: string, to: string][]>
  /** By the end of a file's address: the file of test/faults that is loaded instead. */
  instead: Record<string, string>
}

/** Every server of a run has the run's terminals in the test payment's place. */
const TEST_TERMINAL = '/payment-terminal/test-terminal.ts'
const NONE: Planting = { edits: {}, instead: { [TEST_TERMINAL]: './terminal/wire-terminal.ts' } }

const SETTLE = '/payments/settle-attempt.ts'

export const PLANTINGS: Record<string, Partial<Planting>> = {
  // Call the terminal first, write it down afterwards.
  a: { instead: { '/payments/pay-order.ts': './bugs/naive-pay-order.ts' } },
  // No quiescence at all: the setting is 0, and a late start of sending is not waited out either.
  b: { edits: { '/domain/payments/payment-course.ts': [['SEND_WITHIN_MS + quiescenceMs', 'quiescenceMs']] } },
  // Ask again with another key when no answer came.
  c: { instead: { [TEST_TERMINAL]: './bugs/fresh-key-terminal.ts' } },
  // d is SQL: the unique indexes of attempts are gone.
  // An outcome is written whatever the attempt is by now.
  e: { edits: { [SETTLE]: [[".where('state', 'in', from)", '']] } },
  // The shopper cancels an order that is being paid.
  f: {
    edits: {
      '/checkout/cancel-order.ts': [
        [
          '.set({ cancelled_at: at, updated_at: at })',
          ".set({ cancelled_at: at, updated_at: at, status: 'checkout' })",
        ],
        [".where('status', 'in', REPLACEABLE)", ".where('status', 'in', [...REPLACEABLE, 'payment_pending'])"],
      ],
    },
  },
  // Nobody takes up what a dead server left.
  g: { edits: { '/payments/payment-worker.ts': [['await this.repository.claimLapsed(this.owner)', '[]']] } },
  // An answer that comes twice takes the goods twice, and the fence in the schema (dropped by SQL) would not let it.
  h: {
    edits: {
      [SETTLE]: [
        [
          'if (!closed) return undefined',
          "if (!closed) { if (outcome.to === 'APPROVED') await takeStock(trx, attempt); return undefined }",
        ],
      ],
    },
  },
}

/** Not of payments: `npm run push -- --bug resend` must tell of devices that were reached twice. */
PLANTINGS['resend'] = {
  edits: {
    '/push/delivery-rows.ts': [
      ["SET state = 'failed', reason = 'unknown: the", "SET state = 'waiting', reason = 'unknown: the"],
    ],
  },
}

export function plantingOf(bug: string | undefined): Planting {
  const { edits = {}, instead = {} } = PLANTINGS[bug ?? ''] ?? {}
  return { edits, instead: { ...NONE.instead, ...instead } }
}
