import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchLines, type ShopMove } from './match-lines.ts'
import type { SettlementLine } from './settlement.ts'

type Line = Pick<SettlementLine, 'kind' | 'keys' | 'paymentKeys' | 'amountCents' | 'currency'>

const amount = fc.integer({ min: 1, max: 50_000 })
/** Payments, each with up to three refunds. `namesRefunds`: whether the provider has names for refunds. */
const shop = fc.record({
  payments: fc.array(fc.record({ cents: amount, refunds: fc.array(amount, { maxLength: 3 }) }), { maxLength: 12 }),
  namesRefunds: fc.boolean(),
})

const base = { currency: 'EUR', isDone: true, isSettled: false }

function draw({ payments, namesRefunds }: typeof shop extends fc.Arbitrary<infer Drawn> ? Drawn : never) {
  let id = 1
  const moves: ShopMove[] = []
  for (const { cents, refunds } of payments) {
    const key = `payment-${id}`
    moves.push({ ...base, kind: 'payment', id: id++, amountCents: cents, keys: [key, `psp-${key}`], paymentKeys: [] })
    for (const returned of refunds) {
      const keys = namesRefunds ? [`refund-${id}`] : []
      moves.push({ ...base, kind: 'refund', id: id++, amountCents: returned, keys, paymentKeys: [key] })
    }
  }
  const lines = moves.map(({ kind, keys, paymentKeys, amountCents }): Line => ({
    kind,
    keys: keys.slice(0, 1),
    paymentKeys,
    amountCents: kind === 'refund' ? -amountCents : amountCents,
    currency: 'EUR',
  }))
  return { moves, lines }
}

test('a report of exactly what the shop has differs in nothing, in any order of its lines', () => {
  fc.assert(
    fc.property(shop, fc.infiniteStream(fc.nat()), (drawn, order) => {
      const { moves, lines } = draw(drawn)
      const shuffled = lines
        .map(line => ({ line, place: order.next().value ?? 0 }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ line }) => line)
      const matches = matchLines(shuffled, moves)
      expect(matches.map(({ finding }) => finding)).toEqual(lines.map(() => null))
      expect(new Set(matches.map(({ move }) => move)).size).toBe(moves.length)
    }),
  )
})

test('what is settled already, or is in the report again, is there twice; the rest is as before', () => {
  fc.assert(
    fc.property(shop, drawn => {
      const { moves, lines } = draw({ ...drawn, namesRefunds: true })
      expect(matchLines([...lines, ...lines], moves).map(({ finding }) => finding)).toEqual([
        ...lines.map(() => null),
        ...lines.map(() => 'twice'),
      ])
      const settled = moves.map((move, at) => ({ ...move, isSettled: at % 2 === 0 }))
      expect(matchLines(lines, settled).map(({ finding }) => finding)).toEqual(
        lines.map((_, at) => (at % 2 === 0 ? 'twice' : null)),
      )
    }),
  )
})

test('one changed line is the only one that differs', () => {
  const change = fc.constantFrom('amount', 'currency', 'unknown', 'notDone')
  fc.assert(
    fc.property(shop, change, fc.nat(), (drawn, kind, place) => {
      const { moves, lines } = draw({ ...drawn, namesRefunds: true })
      if (lines.length === 0) return
      const at = place % lines.length
      const changed = lines.map((line, each): Line => {
        if (each !== at) return line
        if (kind === 'amount') return { ...line, amountCents: line.amountCents + (line.kind === 'refund' ? -1 : 1) }
        if (kind === 'currency') return { ...line, currency: 'SEK' }
        return kind === 'unknown' ? { ...line, keys: ['elsewhere'], paymentKeys: ['elsewhere'] } : line
      })
      const shopMoves = moves.map((move, each) => ({ ...move, isDone: !(kind === 'notDone' && each === at) }))
      const expected = kind === 'currency' ? 'amount' : kind
      expect(matchLines(changed, shopMoves).map(({ finding }) => finding)).toEqual(
        lines.map((_, each) => (each === at ? expected : null)),
      )
    }),
  )
})

const payment: ShopMove = { ...base, kind: 'payment', id: 1, amountCents: 500, keys: ['p'], paymentKeys: [] }
const buildRefund = (id: number, cents: number): ShopMove => ({
  ...base,
  kind: 'refund',
  id,
  amountCents: cents,
  keys: [],
  paymentKeys: ['p'],
})
const line = (kind: Line['kind'], cents: number): Line => ({
  kind,
  keys: kind === 'payment' ? ['p'] : [],
  paymentKeys: kind === 'payment' ? [] : ['p'],
  amountCents: cents,
  currency: 'EUR',
})

test('a refund without a name is found by its payment and amount, or as the only one left', () => {
  const moves = [payment, buildRefund(2, 100), buildRefund(3, 200)]
  const find = (...cents: number[]) =>
    matchLines(
      cents.map(each => line('refund', -each)),
      moves,
    ).map(({ move, finding }) => [move?.id, finding])
  expect(find(200, 100)).toEqual([
    [3, null],
    [2, null],
  ])
  expect(find(150, 100)).toEqual([
    [3, 'amount'],
    [2, null],
  ])
  expect(find(150)).toEqual([[undefined, 'unknown']])
})

test('a fee differs from nothing, and a chargeback is listed with its payment', () => {
  expect(matchLines([line('fee', 0), line('other', -500)], [payment])).toEqual([
    { move: undefined, finding: null },
    { move: payment, finding: 'other' },
  ])
})
