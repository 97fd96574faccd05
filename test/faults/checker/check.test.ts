import { expect, test } from 'vitest'
import { check, type Invariant } from './check.ts'
import type { AttemptFact, Facts, HistoryFact } from './facts.ts'

/**
 * An order of two lines, declined once, then paid, with one line refunded and its shopper informed correctly. Each test corrupts
 * one fact.
 */
function aGoodDay(): Facts {
  const attempt = {
    order_id: 1,
    user_id: 7,
    terminal_id: 3,
    occupies_terminal: true,
    amount_cents: 500,
    sent_at: null,
    deadline_at: new Date(0),
  }
  const declined: AttemptFact = { ...attempt, id: 10, service_id: 'a', state: 'DECLINED', string_code: 'DECLINED' }
  const approved: AttemptFact = { ...attempt, id: 11, service_id: 'b', state: 'APPROVED', string_code: 'SUCCESS' }
  const entry = { at: 0, terminalId: 3, amountCents: 500 }
  return {
    now: new Date(100_000),
    isIdle: true,
    ledger: [
      { ...entry, serviceId: 'a', event: 'received' },
      { ...entry, serviceId: 'a', event: 'declined' },
      { ...entry, serviceId: 'b', event: 'received' },
      { ...entry, serviceId: 'b', event: 'approved' },
      { ...entry, serviceId: 'r', refundedKey: 'b', amountCents: 200, event: 'approved' },
    ],
    refunds: [
      {
        id: 5,
        attempt_id: 11,
        terminal_id: 3,
        refund_key: 'r',
        amount_cents: 200,
        state: 'DONE',
        due_moves: 1,
        right_moves: 1,
        moves: 1,
        failures: 0,
      },
    ],
    attempts: [declined, approved],
    orders: [
      {
        id: 1,
        user_id: 7,
        order_type: 'standard',
        status: 'complete',
        is_cancelled: false,
        total_cents: 500,
        lines_cents: 500,
        paid_at: new Date(2),
        receipts: 1,
      },
    ],
    lines: [
      { id: 1, order_id: 1, quantity_thousandths: 1000, moves: 1, moved: -1000 },
      { id: 2, order_id: 1, quantity_thousandths: 2000, moves: 1, moved: -2000 },
    ],
    shelves: [{ store_id: 1, product_id: 1, on_shelf: 5000, in_ledger: 5000 }],
    packages: [],
    scans: [],
    lots: [],
    recalls: [],
    history: changes(
      ['t1', 'order', 1, null, 'checkout'],
      ['t2', 'order', 1, 'checkout', 'payment_pending'],
      ['t2', 'attempt', 10, null, 'INTENT'],
      ['t3', 'attempt', 10, 'INTENT', 'DECLINED'],
      ['t3', 'order', 1, 'payment_pending', 'checkout'],
      ['t3', 'event', 1, 'payment_pending', 'checkout'],
      ['t4', 'order', 1, 'checkout', 'payment_pending'],
      ['t4', 'attempt', 11, null, 'INTENT'],
      ['t5', 'attempt', 11, 'INTENT', 'APPROVED'],
      ['t5', 'order', 1, 'payment_pending', 'complete'],
      ['t5', 'event', 1, 'payment_pending', 'complete'],
    ),
    mails: [
      { recipient: 'anna@puoti.example', text: 'your link' },
      { recipient: 'ben@puoti.example', text: 'Hello!\n\nReceipt 1\n\n5,00 €' },
    ],
    waitingMails: [],
    results: [
      { orderId: 1, userId: 7, by: 'pay', code: 'DECLINED', at: 1 },
      { orderId: 1, userId: 7, by: 'show', code: 'SUCCESS', at: 2 },
    ],
    promised: [{ email: 'anna@puoti.example', at: 1 }],
  }
}

type Change = [transaction: string, kind: HistoryFact['kind'], rowId: number, before: string | null, after: string]

const changes = (...all: Change[]): HistoryFact[] =>
  all.map(([transaction, kind, row_id, before, after], index) => ({
    id: index + 1,
    transaction,
    kind,
    row_id,
    before,
    after,
    order_id: 1,
    terminal_id: kind === 'attempt' ? 3 : null,
    user_id: 7,
    actor: kind === 'event' ? 'terminal' : null,
  }))

test('a flawless run has no findings', () => {
  expect(check(aGoodDay())).toEqual([])
})

test('a payment that an admin recorded as paid and its terminal approved is no finding', () => {
  const facts = aGoodDay()
  facts.attempts[1]!.state = 'MANUAL'
  expect(check(facts)).toEqual([])
})

test('a shopper of a reversed payment may be told that it was cancelled', () => {
  const facts = aGoodDay()
  Object.assign(facts.attempts[1]!, { state: 'REVERSED', string_code: 'USER_CANCELLED' })
  facts.results[1]!.code = 'USER_CANCELLED'
  expect(check(facts).filter(({ invariant }) => invariant === 'I7')).toEqual([])
})

type Spoil = (facts: Facts) => void
const spoiled: [what: string, Invariant, Spoil][] = [
  ['an order that was approved twice', 'I1', facts => (facts.ledger[1]!.event = 'approved')],
  ['a failed refund that the shop accepted and forgot', 'I2', facts => (facts.ledger[4]!.failure = 'accepted')],
  ['a failed refund that nobody reported', 'I2', facts => (facts.refunds[0]!.failures = 1)],
  ['an approval without an attempt', 'I2', facts => (facts.ledger[3]!.serviceId = 'another')],
  ['an approval whose attempt has another outcome', 'I2', facts => (facts.attempts[1]!.state = 'NOT_PROCESSED')],
  ['an approval whose order was cancelled', 'I2', facts => (facts.orders[0]!.is_cancelled = true)],
  ['a complete order that no terminal approved', 'I3', facts => facts.ledger.splice(3, 1)],
  ['a different amount at the terminal', 'I4', facts => (facts.ledger[3]!.amountCents = 5000)],
  ['lines that do not add up to the total', 'I4', facts => (facts.orders[0]!.lines_cents = 499)],
  ['a line that moved stock twice', 'I5', facts => (facts.lines[0]!.moves = 2)],
  ['a line without a stock movement', 'I5', facts => Object.assign(facts.lines[1]!, { moves: 0, moved: 0 })],
  ['a shelf that differs from its stock movements', 'I5', facts => (facts.shelves[0]!.on_shelf = 4000)],
  ['an attempt that is still open when everything is idle', 'I6', facts => (facts.attempts[0]!.state = 'UNKNOWN')],
  [
    'an unsent attempt that is open long after its deadline',
    'I6',
    facts => {
      facts.isIdle = false
      facts.attempts[0]!.state = 'INTENT'
      facts.now = new Date(60_001)
    },
  ],
  [
    'a sent attempt that is open when it should be unresolved',
    'I6',
    facts => {
      facts.isIdle = false
      Object.assign(facts.attempts[0]!, { state: 'SENT', sent_at: new Date(0) })
      facts.now = new Date(15 * 60_000 + 60_001)
    },
  ],
  ['SUCCESS without a payment', 'I7', facts => (facts.ledger[3]!.event = 'declined')],
  ['a failure that did not happen', 'I7', facts => (facts.results[0]!.code = 'TIMEOUT')],
  ['an outcome for an order without a payment', 'I7', facts => (facts.results[1]!.orderId = 2)],
  ['two attempts at one terminal', 'I9', facts => facts.history.splice(3, 1)],
  ['a change without an order event', 'I10', facts => facts.history.splice(10, 1)],
  ['an order event written by another transaction', 'I10', facts => (facts.history[10]!.transaction = 't6')],
  [
    'an outcome that changed',
    'I11',
    facts => facts.history.push(...changes(['t7', 'attempt', 11, 'APPROVED', 'APPROVED'])),
  ],
  ['a refund that was made twice', 'I1', facts => facts.ledger.push({ ...facts.ledger[4]! })],
  [
    'refunds of more than was paid',
    'I1',
    facts => facts.ledger.push({ ...facts.ledger[4]!, serviceId: 's', amountCents: 301 }),
  ],
  ['a refund at the terminal without a refund record', 'I2', facts => (facts.ledger[4]!.serviceId = 's')],
  [
    'a refund that the terminal made and the shop recorded as refused',
    'I2',
    facts => (facts.refunds[0]!.state = 'REFUSED'),
  ],
  ['a refund that no terminal made', 'I3', facts => facts.ledger.splice(4, 1)],
  ['a different amount refunded', 'I4', facts => (facts.ledger[4]!.amountCents = 20)],
  ['returned goods that were booked twice', 'I5', facts => (facts.refunds[0]!.moves = 2)],
  [
    'returned goods that were not booked',
    'I5',
    facts => Object.assign(facts.refunds[0]!, { right_moves: 0, moves: 0 }),
  ],
  ['money that stays reserved in an app', 'I6', facts => facts.ledger.push({ ...facts.ledger[0]!, event: 'reserved' })],
  ['a refund that is still open when everything is idle', 'I6', facts => (facts.refunds[0]!.state = 'UNKNOWN')],
  ['a mail that never arrived', 'I12', facts => facts.mails.splice(0, 1)],
  [
    'a mail that arrived with two contents',
    'I12',
    facts => facts.mails.push({ ...facts.mails[0]!, text: 'another link' }),
  ],
  [
    'a mail that waits although no server died',
    'I12',
    facts => facts.waitingMails.push({ ...facts.mails[0]!, since: new Date(0), tries: 0 }),
  ],
  ['a complete order without a receipt', 'I12', facts => (facts.orders[0]!.receipts = 0)],
  ['a receipt that was not sent', 'I12', facts => facts.mails.splice(1, 1)],
  [
    'a receipt that was sent with two contents',
    'I12',
    facts => facts.mails.push({ ...facts.mails[1]!, text: 'Hello!\n\nReceipt 1\n\n6,00 €' }),
  ],
]

test.each(spoiled)('the checker finds %s', (_what, invariant, spoil) => {
  const facts = aGoodDay()
  spoil(facts)
  expect(check(facts).map(finding => finding.invariant)).toContain(invariant)
})

test('a mail delayed by the death of its server is no finding', () => {
  const facts = aGoodDay()
  facts.waitingMails = facts.mails.splice(0, 1).map(mail => ({ ...mail, since: new Date(0), tries: 1 }))
  expect(check(facts)).toEqual([])
})

test('during faults an approval may not have reached its order yet', () => {
  const facts = aGoodDay()
  facts.isIdle = false
  facts.attempts[1]!.state = 'SENT'
  Object.assign(facts.orders[0]!, { status: 'payment_pending', paid_at: null, receipts: 0 })
  facts.lines.forEach(line => Object.assign(line, { moves: 0, moved: 0 }))
  facts.history.splice(8)
  facts.results.pop()
  facts.now = new Date(1000)
  expect(check(facts)).toEqual([])
})

test('payments in an app may overlap with others of the same sales unit', () => {
  const beginning = changes(['t9', 'attempt', 12, null, 'SENT'], ['t9', 'attempt', 13, null, 'SENT']).map(
    (entry, index) => ({
      ...entry,
      order_id: 20 + index,
      user_id: 30 + index,
      terminal_id: 9,
    }),
  )
  const overlaps = (occupies_terminal: boolean) => {
    const facts = aGoodDay()
    facts.history.push(...beginning)
    facts.attempts.push(...[12, 13].map(id => ({ ...facts.attempts[0]!, id, occupies_terminal })))
    return check(facts).filter(({ invariant }) => invariant === 'I9').length
  }
  expect([overlaps(true), overlaps(false)]).toEqual([1, 0])
})

test('an outcome corrected by its own transaction does not count as changed', () => {
  const facts = aGoodDay()
  const corrected = changes(['t5', 'attempt', 11, 'APPROVED', 'REVIEW'])[0]!
  facts.history.splice(9, 0, corrected)
  expect(check(facts).filter(finding => finding.invariant === 'I11')).toEqual([])
})
