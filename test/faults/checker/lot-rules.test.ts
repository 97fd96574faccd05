import { expect, test } from 'vitest'
import type { Invariant } from './check.ts'
import type { LotFacts, PackageFact } from './facts.ts'
import { checkLots } from './lot-rules.ts'

const TODAY = '2026-12-01'

/** Sold while it could be eaten; its lot is recalled after its payment began. */
const PACKAGE: PackageFact = {
  order_id: 1,
  user_id: 7,
  product_id: 3,
  quantity_thousandths: 1000,
  unit_price_cents: 100,
  lot: 'L1',
  last_day: TODAY,
  use_by: TODAY,
  is_sold: true,
  ordered_at: new Date(1),
  ordered_on: TODAY,
  begun_at: new Date(25),
  begun_on: TODAY,
  parts: [{ lot: 'L1', last_day: TODAY, quantity_thousandths: 1000 }],
}

/** Anna bought a package of a recalled lot, Ben one without a code. */
const aRecall = (): LotFacts => ({
  isIdle: true,
  shelves: [{ store_id: 1, product_id: 3, on_shelf: 5000, in_ledger: 5000 }],
  packages: [
    { ...PACKAGE },
    { ...PACKAGE, order_id: 2, user_id: 8, lot: null, last_day: null, use_by: null, unit_price_cents: 199 },
  ],
  scans: [{ order_id: 1, product_id: 3, lot: 'L1', on: TODAY, cents: 100 }],
  lots: [{ store_id: 1, product_id: 3, there: 5000, in_ledger: 5000 }],
  recalls: [
    {
      product_id: 3,
      lots: ['L1'],
      started_at: new Date(20),
      confirmed_at: new Date(30),
      buyers: [
        { user_id: 7, email: 'anna@puoti.example', is_certain: true },
        { user_id: 8, email: 'ben@puoti.example', is_certain: false },
      ],
    },
  ],
  mails: [
    { recipient: 'anna@puoti.example', text: 'from a lot that has been recalled: L1' },
    { recipient: 'ben@puoti.example', text: 'Some lots of it have been recalled: L1' },
  ],
})

test('a recall that reaches its buyers has no findings', () => {
  expect(checkLots(aRecall())).toEqual([])
})

test('a price may be lower on the day after the scan', () => {
  const facts = aRecall()
  Object.assign(facts.scans[0]!, { on: '2026-11-30', cents: 140 })
  expect(checkLots(facts)).toEqual([])
})

test('while faults go on, buyers may not have been found yet', () => {
  const facts = { ...aRecall(), isIdle: false, mails: [] }
  facts.recalls[0]!.buyers = []
  expect(checkLots(facts)).toEqual([])
})

const spoiled: [what: string, Invariant, spoil: (facts: LotFacts) => void][] = [
  ['an order of a package after its last day', 'I15', facts => (facts.packages[0]!.ordered_on = '2026-12-02')],
  ['a payment of a package after its last day', 'I15', facts => (facts.packages[0]!.begun_on = '2026-12-02')],
  ['an order of a recalled lot', 'I15', facts => (facts.packages[0]!.ordered_at = new Date(20))],
  ['a payment of a recalled lot', 'I15', facts => (facts.packages[0]!.begun_at = new Date(31))],
  ['a lot that differs from its moves', 'I18', facts => (facts.lots[0]!.in_ledger = 4000)],
  ['lots of more than is there', 'I18', facts => facts.lots.push({ ...facts.lots[0]! })],
  ['a sale out of lots of more than it sold', 'I18', facts => (facts.packages[0]!.quantity_thousandths = 500)],
  ['a package that is not paid and went out of its lot', 'I18', facts => (facts.packages[0]!.is_sold = false)],
  ['a sale out of another lot', 'I18', facts => (facts.packages[0]!.parts[0]!.lot = 'L2')],
  ['a sale out of a lot of another day', 'I18', facts => (facts.packages[0]!.parts[0]!.last_day = '2026-12-02')],
  ['a recall that was sent to a stranger', 'I19', facts => (facts.packages[1]!.user_id = 9)],
  ['a recall that was sent to a buyer of another lot', 'I19', facts => (facts.packages[1]!.lot = 'L2')],
  ['a buyer of the lot to whom nothing was sent', 'I19', facts => facts.recalls[0]!.buyers.shift()],
  ['a buyer of an unknown lot to whom nothing was sent', 'I19', facts => facts.recalls[0]!.buyers.pop()],
  ['a buyer of the lot who is taken for another', 'I19', facts => (facts.recalls[0]!.buyers[0]!.is_certain = false)],
  ['the text for an unknown lot to a buyer of the lot', 'I19', facts => (facts.mails[0]!.text = facts.mails[1]!.text)],
  ['the text for the lot to a buyer of an unknown one', 'I19', facts => (facts.mails[1]!.text = facts.mails[0]!.text)],
  ['another price than at the scan', 'I20', facts => (facts.packages[0]!.unit_price_cents = 199)],
]

test.each(spoiled)('the checker finds %s', (_what, invariant, spoil) => {
  const facts = aRecall()
  spoil(facts)
  expect(checkLots(facts).map(finding => finding.invariant)).toContain(invariant)
})
