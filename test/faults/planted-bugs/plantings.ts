/** How a bug gets into a server: edits of its files at load time, replaced files, other settings. */
export type Planting = {
  /** By the end of a file's URL: texts to replace, each found exactly once, with their replacements. */
  edits: Record<string, [from: string, to: string][]>
  /** By the end of a file's URL: the file of test/faults that is loaded instead. */
  instead: Record<string, string>
}

/** Every server of a run uses the run's terminals in place of the test terminal. */
const TEST_TERMINAL = '/payment-terminal/test-terminal.ts'
/** In a run, a refund is unresolved after seconds: after the in-flight window, and not after a quarter of an hour. */
const REFUND_MACHINE = '/domain/payments/refund-machine.ts'
const SOON_UNRESOLVED: [string, string][] = [
  [
    "import { UNRESOLVED_AFTER_MS, UNRESOLVED_ASK_EVERY_MS } from './payment-timeouts.ts'",
    "import { UNRESOLVED_ASK_EVERY_MS } from './payment-timeouts.ts'; const UNRESOLVED_AFTER_MS = 12_000",
  ],
]
const NONE: Planting = {
  edits: { [REFUND_MACHINE]: SOON_UNRESOLVED },
  instead: { [TEST_TERMINAL]: './terminal/wire-terminal.ts' },
}

const MOBILEPAY = '/payment-terminal/mobilepay'
const PAYTRAIL = '/payment-terminal/paytrail'
const SETTLE = '/order-payments/settle-attempt.ts'

export const PLANTINGS: Record<string, Partial<Planting>> = {
  // Call the terminal first, store the attempt afterwards.
  a: { instead: { '/order-payments/pay-order.ts': './planted-bugs/naive-pay-order.ts' } },
  // No in-flight window at all: the setting is 0, and the wait for a late start of sending is removed too.
  b: { edits: { '/domain/payments/operation-machine.ts': [['SEND_WITHIN_MS + inFlightMs', 'inFlightMs']] } },
  // Send again under another key when there was no response.
  c: { instead: { [TEST_TERMINAL]: './planted-bugs/fresh-key-terminal.ts' } },
  // d is SQL: the unique indexes of attempts are dropped.
  // An outcome is written regardless of the attempt's current state.
  e: { edits: { [SETTLE]: [['.filter(state => canAttemptBecome(state, to))', '']] } },
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
  // Attempts of a dead server are never taken over.
  g: { edits: { '/terminal-operations/operation-worker.ts': [['await repository.claimLapsed(this.owner)', '[]']] } },
  // The shopper approved, and nothing captures the money.
  i: {
    edits: {
      [`${MOBILEPAY}/answers.ts`]: [
        ["aggregate.cancelledAmount.value > 0 ? 'cancelled' : 'to_capture'", "'approved'"],
        ['amountCents: capturedAmount.value,', 'amountCents: paid.amount.value,'],
      ],
    },
  },
  // A requested cancellation counts, whatever the app answers.
  j: {
    edits: {
      [`${MOBILEPAY}/mobilepay-app.ts`]: [
        [
          'await this.#cancel(about)\n    }',
          "await this.#cancel(about)\n      return { kind: 'cancelled', by: 'merchant' }\n    }",
        ],
      ],
    },
  },
  // The vendor's report of a late payment changes nothing, and the shop does not query again.
  k: {
    edits: {
      [`${PAYTRAIL}/paytrail-app.ts`]: [
        ['if (!isPaid) return failures', 'return failures'],
        ['    this.#late.watch(about)\n', ''],
      ],
    },
  },
  // A card that was refused is the end, though the reader asks for another one.
  l: {
    edits: {
      '/payment-terminal/sumup/sumup-terminal.ts': [
        [
          '    return this.#queryUnpaid(about, found)',
          "    if (found) return { kind: 'declined', code: 'CARD' }\n    return this.#queryUnpaid(about, found)",
        ],
      ],
    },
  },
  m: {
    edits: {
      '/checkout/price-order.ts': [['...rules.rulesFor(product) }', '...rules.rulesFor(product), markdown: [] }']],
    },
  },
  n: {
    edits: {
      '/recalls/inform-buyers.ts': [['coalesce(line.lot = ANY (${lots}), false)', 'line.lot IS NOT NULL']],
    },
  },
  o: {
    edits: { '/domain/catalogue/markdown.ts': [["{ kind: 'use-by-passed' }\n", "{ kind: 'sold', priceCents }\n"]] },
  },
  // A duplicate response takes the stock twice, which the schema's constraint (dropped by SQL) would prevent.
  h: {
    edits: {
      [SETTLE]: [
        [
          'if (!settled.is_closed) {',
          "if (!settled.is_closed) { if (outcome.to === 'APPROVED') await sql`SELECT ${context.settlement.paid(sql`${attempt.orderId}::bigint`)}`.execute(context.db)",
        ],
      ],
    },
  },
}

const [FAST_FROM, FAST_SINCE, FAST_FACTOR] = ['FROM', 'SINCE', 'FACTOR'].map(
  name => `Number(process.env.FAST_CLOCK_${name})`,
)

/** Not a payment bug: with it, `npm run drill -- push --bug resend` must report devices that were reached twice. */
PLANTINGS['resend'] = {
  edits: {
    '/outbox/outbox-rows.ts': [
      ["state = CASE WHEN ${isOver} THEN 'failed'", "state = CASE WHEN ${isOver} THEN 'waiting'"],
    ],
  },
}

/**
 * Not a bug: the clock of `npm run drill -- duty`, which runs fast, in place of the database's. What depends on the network takes real
 * time, and leases are shorter than usual.
 */
PLANTINGS['fast-clock'] = {
  edits: {
    '/db/database-clock.ts': [
      ['new Date(Date.now() + aheadMs)', `new Date(${FAST_FROM} + (Date.now() - ${FAST_SINCE}) * ${FAST_FACTOR})`],
    ],
    '/duty/watch-duty.ts': [['ASK_EVERY_MS = 20_000', `ASK_EVERY_MS = 20_000 / ${FAST_FACTOR}`]],
    '/outbox/outbox-rows.ts': [['LEASE_SECONDS = 30', 'LEASE_SECONDS = 8']],
    '/outbox/channel-worker.ts': [['TOO_LATE_MS = 15_000', 'TOO_LATE_MS = 4_000']],
  },
}

export function getPlanting(bug: string | undefined): Planting {
  const { edits = {}, instead = {} } = PLANTINGS[bug ?? ''] ?? {}
  return { edits: { ...NONE.edits, ...edits }, instead: { ...NONE.instead, ...instead } }
}
