import { expect, test } from 'vitest'
import type { LedgerLine } from '../faults/terminal/ledger.ts'
import { ownParts } from './own-part.ts'
import { Samples } from './samples.ts'

const samples = new Samples()
const line = (serviceId: string, event: LedgerLine['event'], at: number): LedgerLine => ({
  serviceId,
  event,
  at,
  terminalId: 7,
  amountCents: 100,
})
/** One payment is approved; a second shopper presses meanwhile, queues, is declined, and uses another card. */
const ledger = [
  line('a', 'received', 1030),
  line('a', 'approved', 21_000),
  line('b', 'received', 21_050),
  line('b', 'declined', 41_000),
  line('c', 'received', 43_040),
  line('c', 'approved', 63_000),
]
const attempts = [
  { orderId: 1, key: 'a' },
  { orderId: 2, key: 'b' },
  { orderId: 2, key: 'c' },
]
const press = (orderId: number, pressedAt: number, answeredAt: number) => ({ orderId, pressedAt, answeredAt, samples })

test('the shop’s own share of a payment excludes the time at the terminal and in its queue', () => {
  const presses = [press(1, 1000, 21_010), press(2, 5000, 41_020), press(2, 43_000, 63_030)]
  expect(ownParts(presses, { attempts, ledger }).get(samples)).toEqual({
    until: [30, 50, 40],
    after: [10, 20, 30],
    whole: [40, 70, 70],
  })
})

test('a payment that reached no terminal has no share', () => {
  expect(ownParts([press(3, 1000, 2000)], { attempts, ledger }).size).toBe(0)
})
