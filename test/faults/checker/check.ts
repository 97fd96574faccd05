import type { Facts } from './facts.ts'
import { checkHistory } from './history-rules.ts'
import { checkLots } from './lot-rules.ts'
import { checkMoney } from './money-rules.ts'
import { checkPeople } from './people-rules.ts'
import { checkReceipts } from './receipt-rules.ts'
import { checkRefunds } from './refund-rules.ts'
import { checkStock } from './stock-rules.ts'

/** The invariants of a payment, by number. The shop is reliable when all of them hold under every fault. */
export const INVARIANTS = {
  I1: 'an order is approved at a terminal at most once',
  I2: 'what a terminal approved is a complete order',
  I3: 'a complete order was approved at a terminal',
  I4: 'terminal, order and the sum of its lines are the same amount',
  I5: 'each line of a complete order moved stock once, and shelves are the sums of their moves',
  I6: 'nothing stays open',
  I7: 'shoppers were told the truth',
  I9: 'an order, a terminal and a shopper have at most one open attempt',
  I10: 'every change of a status stands on the order’s trail, with who made it',
  I11: 'an outcome never changes',
  I12: 'every promised mail is sent, with one content, and so is every receipt',
  I15: 'no recalled lot is sold, and nothing after its last day',
  I18: 'lots are the sums of their moves, and sales take those that they name',
  I19: 'a recall by lot is sent to its buyers, with the text for what they bought',
  I20: 'a package costs what its scan showed',
} as const

export type Invariant = keyof typeof INVARIANTS
export type Finding = { invariant: Invariant; what: string; rows: unknown }

/** Pure: the same facts produce the same findings. */
export function check(facts: Facts): Finding[] {
  const rules = [checkMoney, checkRefunds, checkStock, checkHistory, checkPeople, checkReceipts, checkLots]
  return rules.flatMap(rule => rule(facts))
}
