import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inTier } from '#test/tier.ts'
import { lineTotalCents, netUnitPriceCents, vatTotals, vatBreakdown, vatInGrossCents, type VatLine } from './vat.ts'

const BASKETS = inTier({ merge: 10_000, full: 100_000 })

const rate = fc.constantFrom(0, 1000, 1350, 1400, 2400, 2550)
const vatLine = fc.record({ totalCents: fc.integer({ min: -1e9, max: 1e9 }), rateBasisPoints: rate })
const basket = fc.array(vatLine, { maxLength: 12 })
const soldLine = fc.record({
  unitPriceCents: fc.integer({ min: 0, max: 1e7 }),
  quantityThousandths: fc.integer({ min: 0, max: 1e7 }),
  rateBasisPoints: rate,
})

/** Another way to compute the same numbers: floor of value + ½ on magnitudes, over rationals of two bigints. */
function referenceRound(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n
  const quotient = (numerator * sign) / denominator
  const remainder = (numerator * sign) % denominator
  return sign * (remainder * 2n >= denominator ? quotient + 1n : quotient)
}

function referenceTotals(lines: readonly VatLine[]) {
  const byRate = [...new Set(lines.map(line => line.rateBasisPoints))]
    .toSorted((a, b) => a - b)
    .map(rateBasisPoints => {
      let gross = 0n
      for (const line of lines) if (line.rateBasisPoints === rateBasisPoints) gross += BigInt(line.totalCents)
      const net10000 = gross * 10_000n
      const whole = 10_000n + BigInt(rateBasisPoints)
      const vat = referenceRound(gross * whole - net10000, whole)
      return { rateBasisPoints, grossCents: Number(gross), vatCents: Number(vat), netCents: Number(gross - vat) }
    })
  const sum = (pick: (row: (typeof byRate)[number]) => number) => byRate.reduce((total, row) => total + pick(row), 0)
  return {
    grossCents: sum(row => row.grossCents),
    netCents: sum(row => row.netCents),
    vatCents: sum(row => row.vatCents),
    byRate,
  }
}

const nonZeroRows = (lines: readonly VatLine[]) => vatBreakdown(lines).filter(row => row.grossCents !== 0)

describe('a line total', () => {
  it('is price × quantity, rounded half away from zero', () => {
    expect(lineTotalCents({ unitPriceCents: 1299, quantityThousandths: 1155 })).toBe(1500)
    expect(lineTotalCents({ unitPriceCents: 250, quantityThousandths: 3000 })).toBe(750)
    expect(lineTotalCents({ unitPriceCents: 1, quantityThousandths: 500 })).toBe(1)
    expect(lineTotalCents({ unitPriceCents: 1, quantityThousandths: 499 })).toBe(0)
    expect(lineTotalCents({ unitPriceCents: 1, quantityThousandths: -500 })).toBe(-1)
    expect(lineTotalCents({ unitPriceCents: 999, quantityThousandths: 0, amountsCents: [] })).toBe(0)
  })

  it('is the sum of its price labels, whatever price × quantity would be', () => {
    expect(lineTotalCents({ unitPriceCents: 1000, quantityThousandths: 333, amountsCents: [250, 84] })).toBe(334)
  })

  it('stays exact where the product exceeds the safe integers', () => {
    expect(lineTotalCents({ unitPriceCents: 9_007_199_254_741, quantityThousandths: 1001 })).toBe(9_016_206_453_996)
  })
})

describe('VAT', () => {
  it('is computed on the sum of each rate, with the lowest rate first', () => {
    const lines = [
      { totalCents: 999, rateBasisPoints: 2550 },
      { totalCents: 250, rateBasisPoints: 1350 },
      { totalCents: 333, rateBasisPoints: 1350 },
      { totalCents: 100, rateBasisPoints: 0 },
    ]
    expect(vatTotals(lines)).toEqual({
      grossCents: 1682,
      netCents: 1410,
      vatCents: 272,
      byRate: [
        { rateBasisPoints: 0, grossCents: 100, vatCents: 0, netCents: 100 },
        { rateBasisPoints: 1350, grossCents: 583, vatCents: 69, netCents: 514 },
        { rateBasisPoints: 2550, grossCents: 999, vatCents: 203, netCents: 796 },
      ],
    })
    expect(vatTotals([])).toEqual({ grossCents: 0, netCents: 0, vatCents: 0, byRate: [] })
  })

  it('is rounded once per rate, not line by line', () => {
    // 3 cents at 25.5 % contain 0.61 cents of VAT: ten such lines contain 6.1, ten rounded ones would contain 10.
    const lines = Array.from({ length: 10 }, () => ({ totalCents: 3, rateBasisPoints: 2550 }))
    expect(vatTotals(lines).vatCents).toBe(6)
  })

  it('is subtracted from a unit price for display', () => {
    expect(netUnitPriceCents(1255, 2550)).toBe(1000)
    expect(netUnitPriceCents(1135, 1350)).toBe(1000)
    expect(netUnitPriceCents(777, 0)).toBe(777)
  })

  it(`agrees with a BigInt reference in ${BASKETS} baskets`, () => {
    const soldBasket = fc.array(soldLine, { maxLength: 8 })
    fc.assert(
      fc.property(soldBasket, sold => {
        const lines = sold.map(line => ({ ...line, totalCents: lineTotalCents(line) }))
        const same = sold.every((line, index) => {
          const exact = referenceRound(BigInt(line.unitPriceCents) * BigInt(line.quantityThousandths), 1000n)
          return BigInt(lines[index]!.totalCents) === exact
        })
        return same && JSON.stringify(vatTotals(lines)) === JSON.stringify(referenceTotals(lines))
      }),
      { numRuns: BASKETS },
    )
  })

  it('adds up with the net to the gross, per rate and in total, and is within half a cent of exact', () => {
    fc.assert(
      fc.property(basket, lines => {
        const sums = vatTotals(lines)
        expect(sums.netCents + sums.vatCents).toBe(sums.grossCents)
        for (const row of sums.byRate) {
          expect(row.netCents + row.vatCents).toBe(row.grossCents)
          const whole = 10_000n + BigInt(row.rateBasisPoints)
          const error = BigInt(row.vatCents) * whole - BigInt(row.grossCents) * BigInt(row.rateBasisPoints)
          expect(2n * (error < 0n ? -error : error) <= whole).toBe(true)
        }
      }),
    )
  })

  it('does not depend on the order of the lines', () => {
    const shuffled = basket.chain(lines =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
    )
    fc.assert(
      fc.property(shuffled, ([lines, other]) => {
        expect(vatTotals(other)).toEqual(vatTotals(lines))
      }),
    )
  })

  it('does not change when a line is split in two or a zero line is added', () => {
    fc.assert(
      fc.property(basket, vatLine, fc.integer({ min: -1e6, max: 1e6 }), (lines, line, partCents) => {
        const { rateBasisPoints } = line
        const parts = [partCents, line.totalCents - partCents].map(totalCents => ({ totalCents, rateBasisPoints }))
        expect(vatTotals([...lines, ...parts])).toEqual(vatTotals([...lines, line]))
        const withZero = [...lines, { totalCents: 0, rateBasisPoints }]
        expect(nonZeroRows(withZero)).toEqual(nonZeroRows(lines))
        expect(vatTotals(withZero).vatCents).toBe(vatTotals(lines).vatCents)
      }),
    )
  })

  it('is zero at rate 0, and exactly opposite for a reversal', () => {
    fc.assert(
      fc.property(basket, lines => {
        const untaxed = vatTotals(lines.map(line => ({ ...line, rateBasisPoints: 0 })))
        expect([untaxed.vatCents, untaxed.netCents]).toEqual([0, untaxed.grossCents])
        const sums = vatTotals(lines)
        const reversal = vatTotals(lines.map(line => ({ ...line, totalCents: -line.totalCents })))
        expect(reversal.grossCents + sums.grossCents).toBe(0)
        expect(reversal.vatCents + sums.vatCents).toBe(0)
      }),
    )
  })

  it('is based on line totals that differ by at most a cent if a bulk quantity is split in two', () => {
    fc.assert(
      fc.property(
        soldLine,
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ unitPriceCents, quantityThousandths }, share) => {
          const part = Math.floor(quantityThousandths * share)
          const split =
            lineTotalCents({ unitPriceCents, quantityThousandths: part }) +
            lineTotalCents({ unitPriceCents, quantityThousandths: quantityThousandths - part })
          expect(Math.abs(split - lineTotalCents({ unitPriceCents, quantityThousandths }))).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('scales with the gross amount within rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        rate,
        fc.integer({ min: 1, max: 1000 }),
        (gross, basisPoints, times) => {
          const once = vatInGrossCents(gross, basisPoints)
          expect(Math.abs(vatInGrossCents(gross * times, basisPoints) - once * times)).toBeLessThanOrEqual(
            times / 2 + 0.5,
          )
        },
      ),
    )
  })
})
