import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vatTotals } from '#domain/catalogue/vat.ts'
import { sumLines, withVatShares } from './preorder-totals.ts'

const RUNS = { numRuns: 2_000 }
const RATES = [0, 1000, 1350, 2550]

/** Orders of one event: each product once, from one supplier, some with the VAT rate of another day. */
const event = fc
  .array(
    fc.uniqueArray(
      fc.record({
        productId: fc.integer({ min: 1, max: 12 }),
        // Small amounts have the largest rounding errors.
        totalCents: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1e8 })),
        rateBasisPoints: fc.constantFrom(...RATES),
      }),
      { selector: ({ productId }) => productId, maxLength: 10 },
    ),
    { maxLength: 12 },
  )
  .map(orders =>
    orders.flatMap((lines, orderId) => lines.map(line => ({ ...line, orderId, supplierId: line.productId % 3 }))),
  )

/** Another way to compute the VAT of a gross amount: floor of twice the value plus one, halved. */
function vatByReference(gross: bigint, rate: bigint): bigint {
  const whole = 10_000n + rate
  return (2n * gross * rate + whole) / (2n * whole)
}

type Line = { orderId: number; totalCents: number; rateBasisPoints: number }

/** The sums of the orders' receipts for one rate. */
function ordersByReference(lines: readonly Line[], rate: number) {
  const rateLines = lines.filter(line => line.rateBasisPoints === rate)
  const orders = [...new Set(rateLines.map(({ orderId }) => orderId))].map(orderId =>
    rateLines.filter(line => line.orderId === orderId).reduce((sum, line) => sum + BigInt(line.totalCents), 0n),
  )
  const gross = orders.reduce((sum, cents) => sum + cents, 0n)
  const vat = orders.reduce((sum, cents) => sum + vatByReference(cents, BigInt(rate)), 0n)
  return { gross, vat, net: gross - vat }
}

describe('the totals of an event', () => {
  it('add up across suppliers to the orders of each VAT rate, to the cent', () => {
    fc.assert(
      fc.property(event, lines => {
        const suppliers = [...Map.groupBy(withVatShares(lines), ({ supplierId }) => supplierId).values()].map(sumLines)
        for (const rate of RATES) {
          const rows = suppliers.flatMap(({ byRate }) => byRate.filter(row => row.rateBasisPoints === rate))
          const add = (pick: (row: (typeof rows)[number]) => number) =>
            rows.reduce((sum, row) => sum + BigInt(pick(row)), 0n)
          const shares = { gross: add(r => r.grossCents), vat: add(r => r.vatCents), net: add(r => r.netCents) }
          expect(shares).toEqual(ordersByReference(lines, rate))
        }
      }),
      RUNS,
    )
  })

  it('equal the sum of the receipts of its orders', () => {
    fc.assert(
      fc.property(event, lines => {
        const receipts = [...Map.groupBy(lines, ({ orderId }) => orderId).values()].map(vatTotals)
        const { grossCents, netCents, vatCents } = sumLines(withVatShares(lines))
        const add = (pick: (receipt: (typeof receipts)[number]) => number) =>
          receipts.reduce((sum, receipt) => sum + pick(receipt), 0)
        expect([grossCents, netCents, vatCents]).toEqual([
          add(r => r.grossCents),
          add(r => r.netCents),
          add(r => r.vatCents),
        ])
      }),
      RUNS,
    )
  })

  it('put no line a whole cent off its own VAT, and give none to a line without VAT', () => {
    fc.assert(
      fc.property(event, lines => {
        for (const { totalCents, rateBasisPoints, vatCents } of withVatShares(lines)) {
          const whole = 10_000n + BigInt(rateBasisPoints)
          const error = BigInt(vatCents) * whole - BigInt(totalCents) * BigInt(rateBasisPoints)
          expect(error > -whole && error < whole).toBe(true)
          if (totalCents === 0 || rateBasisPoints === 0) expect(vatCents).toBe(0)
        }
      }),
      RUNS,
    )
  })

  it('do not depend on the order in which lines are read', () => {
    const shuffled = event.chain(lines =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
    )
    const bySupplier = (lines: Parameters<typeof withVatShares>[0]) =>
      withVatShares(lines)
        .toSorted((a, b) => a.orderId - b.orderId || a.productId - b.productId)
        .map(({ orderId, productId, vatCents }) => [orderId, productId, vatCents])
    fc.assert(
      fc.property(shuffled, ([lines, other]) => {
        expect(bySupplier(other)).toEqual(bySupplier(lines))
      }),
      RUNS,
    )
  })

  it('give the remaining cent to the line with the largest fraction', () => {
    // At 13.5 %, 10, 20 and 31 cents contain 1.19, 2.38 and 3.69; 61 cents contain 7.26, so one of them is rounded up.
    const lines = [10, 20, 31].map((totalCents, at) => ({
      orderId: 1,
      productId: at + 1,
      totalCents,
      rateBasisPoints: 1350,
    }))
    const shares = withVatShares(lines).toSorted((a, b) => a.productId - b.productId)
    expect(shares.map(({ vatCents }) => vatCents)).toEqual([1, 2, 4])
  })
})
