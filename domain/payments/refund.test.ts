import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vatTotals } from '#domain/catalogue/vat.ts'
import { inTier } from '#test/tier.ts'
import { planRefund, type RefundableLine, type RefundPlan, type RefundLineInput } from './refund.ts'

const line = (part: Partial<RefundableLine> = {}): RefundableLine => ({
  lineId: 1,
  totalCents: 290,
  quantityThousandths: 2000,
  rateBasisPoints: 1350,
  labelsCents: null,
  isByThePiece: true,
  refundedCents: 0,
  refundedThousandths: 0,
  refundedLabelsCents: [],
  ...part,
})

/** The lines after a refund. */
const after = (lines: readonly RefundableLine[], plan: RefundPlan): RefundableLine[] =>
  lines.map(before => {
    const part = plan.lines.find(({ lineId }) => lineId === before.lineId)
    if (!part) return before
    return {
      ...before,
      refundedCents: before.refundedCents + part.amountCents,
      refundedThousandths: before.refundedThousandths + part.quantityThousandths,
      refundedLabelsCents: [...before.refundedLabelsCents, ...(part.labelsCents ?? [])],
    }
  })

describe('a refund', () => {
  it('returns half of a line and its VAT for one of two pieces', () => {
    expect(planRefund([line()], [{ lineId: 1, quantityThousandths: 1000 }])).toEqual({
      amountCents: 145,
      lines: [{ lineId: 1, quantityThousandths: 1000, amountCents: 145, labelsCents: null }],
      vat: [{ rateBasisPoints: 1350, grossCents: 145, vatCents: 17 }],
    })
  })

  it('in three parts of an indivisible amount returns the whole amount', () => {
    let lines = [line({ totalCents: 100, quantityThousandths: 3000 })]
    const parts = [1, 2, 3].map(() => {
      const plan = planRefund(lines, [{ lineId: 1, quantityThousandths: 1000 }]) as RefundPlan
      lines = after(lines, plan)
      return plan.amountCents
    })
    expect(parts).toEqual([33, 34, 33])
  })

  it('returns the amounts of the price labels, and the quantity follows from them', () => {
    const cheese = line({
      totalCents: 900,
      quantityThousandths: 450,
      labelsCents: [500, 200, 200],
      isByThePiece: false,
    })
    expect(planRefund([cheese], [{ lineId: 1, labelsCents: [200] }])).toMatchObject({
      amountCents: 200,
      lines: [{ quantityThousandths: 100, labelsCents: [200] }],
    })
    const once = { ...cheese, refundedCents: 200, refundedThousandths: 100, refundedLabelsCents: [200] }
    expect(planRefund([once], 'all')).toMatchObject({ amountCents: 700, lines: [{ labelsCents: [500, 200] }] })
    expect(planRefund([once], [{ lineId: 1, labelsCents: [200, 200] }])).toEqual({ problem: 'quantityInvalid' })
    expect(planRefund([cheese], [{ lineId: 1, quantityThousandths: 100 }])).toEqual({ problem: 'quantityInvalid' })
  })

  it.each<[string, RefundLineInput[], string]>([
    ['for a line of another order', [{ lineId: 2 }], 'lineUnknown'],
    ['for more than was bought', [{ lineId: 1, quantityThousandths: 3000 }], 'quantityInvalid'],
    ['for half a piece', [{ lineId: 1, quantityThousandths: 500 }], 'quantityInvalid'],
    ['for a quantity of zero', [{ lineId: 1, quantityThousandths: 0 }], 'quantityInvalid'],
    ['for a negative quantity', [{ lineId: 1, quantityThousandths: -1000 }], 'quantityInvalid'],
    ['for labels that the line does not have', [{ lineId: 1, labelsCents: [145] }], 'quantityInvalid'],
    ['for one line twice', [{ lineId: 1, quantityThousandths: 1000 }, { lineId: 1 }], 'quantityInvalid'],
    ['without a line', [], 'nothingLeft'],
  ])('is refused %s', (_what, requests, problem) => {
    expect(planRefund([line()], requests)).toEqual({ problem })
  })

  it('is refused for an order that was refunded in full', () => {
    const gone = line({ refundedCents: 290, refundedThousandths: 2000 })
    expect(planRefund([gone], 'all')).toEqual({ problem: 'nothingLeft' })
    expect(planRefund([gone], [{ lineId: 1 }])).toEqual({ problem: 'quantityInvalid' })
  })
})

describe('a refund of a free sum', () => {
  const bread = line({ totalCents: 300, quantityThousandths: 3000, rateBasisPoints: 1350 })
  const soap = line({ lineId: 2, totalCents: 700, quantityThousandths: 1000, rateBasisPoints: 2550 })

  it('is shared over the VAT rates in proportion, without any goods', () => {
    expect(planRefund([soap, bread], { freeSumCents: 101 })).toEqual({
      amountCents: 101,
      lines: [
        { lineId: 1, quantityThousandths: 0, amountCents: 30, labelsCents: null },
        { lineId: 2, quantityThousandths: 0, amountCents: 71, labelsCents: null },
      ],
      vat: [
        { rateBasisPoints: 1350, grossCents: 30, vatCents: 4 },
        { rateBasisPoints: 2550, grossCents: 71, vatCents: 14 },
      ],
    })
  })

  it('concerns only the goods that were not refunded before', () => {
    const gone = { ...soap, refundedCents: 700, refundedThousandths: 1000 }
    expect(planRefund([bread, gone], { freeSumCents: 300 })).toMatchObject({ lines: [{ lineId: 1, amountCents: 300 }] })
    expect(planRefund([bread, gone], { freeSumCents: 301 })).toEqual({ problem: 'sumInvalid' })
  })

  it('reduces what the pieces and labels of the same goods return later', () => {
    const reduced = after([bread], planRefund([bread], { freeSumCents: 90 }) as RefundPlan)
    expect(planRefund(reduced, [{ lineId: 1, quantityThousandths: 1000 }])).toMatchObject({ amountCents: 70 })
    const labels = { labelsCents: [500, 200, 200], isByThePiece: false }
    const cheese = line({ totalCents: 900, quantityThousandths: 450, ...labels })
    const cheaper = after([cheese], planRefund([cheese], { freeSumCents: 450 }) as RefundPlan)
    expect(planRefund(cheaper, [{ lineId: 1, labelsCents: [200] }])).toMatchObject({
      amountCents: 100,
      lines: [{ quantityThousandths: 100 }],
    })
  })

  it.each([0, -1, 0.5, 1001, Number.NaN, 1e308])('of %s cents is refused', freeSumCents => {
    expect(planRefund([bread, soap], { freeSumCents })).toEqual({ problem: 'sumInvalid' })
  })
})

const rate = fc.constantFrom(0, 1000, 1350, 2550)
const counted = fc
  .record({ pieces: fc.integer({ min: 1, max: 12 }), totalCents: fc.integer({ min: 0, max: 9999 }), rate })
  .map(({ pieces, ...rest }) => ({
    ...rest,
    quantityThousandths: pieces * 1000,
    labelsCents: null,
    isByThePiece: true,
  }))
const weighed = fc
  .record({
    quantityThousandths: fc.integer({ min: 1, max: 5000 }),
    totalCents: fc.integer({ min: 0, max: 9999 }),
    rate,
  })
  .map(rest => ({ ...rest, labelsCents: null, isByThePiece: false }))
const labelled = fc
  .record({
    labelsCents: fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 5 }),
    quantityThousandths: fc.integer({ min: 1, max: 5000 }),
    rate,
  })
  .map(rest => ({ ...rest, totalCents: rest.labelsCents.reduce((sum, cents) => sum + cents, 0), isByThePiece: false }))
const order = fc
  .array(fc.oneof(counted, weighed, labelled), { minLength: 1, maxLength: 6 })
  .map(lines =>
    lines.map(({ rate: rateBasisPoints, ...rest }, index) => line({ ...rest, rateBasisPoints, lineId: index })),
  )
/** The line, the share of its remainder, and whether the terminal returned the money. */
const step = fc.record({ pick: fc.nat(), share: fc.double({ min: 0, max: 1, noNaN: true }), isRefunded: fc.boolean() })

function toRefundInput(
  lines: readonly RefundableLine[],
  { pick, share }: { pick: number; share: number },
): RefundLineInput {
  const chosen = lines[pick % lines.length]!
  const refundable = chosen.quantityThousandths - chosen.refundedThousandths
  if (chosen.labelsCents) {
    const refundableLabels = [...chosen.labelsCents]
    for (const gone of chosen.refundedLabelsCents) refundableLabels.splice(refundableLabels.indexOf(gone), 1)
    return { lineId: chosen.lineId, labelsCents: refundableLabels.slice(0, Math.ceil(share * refundableLabels.length)) }
  }
  const amount = Math.ceil(refundable * share)
  const quantityThousandths = chosen.isByThePiece ? Math.ceil(amount / 1000) * 1000 : amount
  return { lineId: chosen.lineId, quantityThousandths }
}

describe('refunds of an order, in any parts and sequence', () => {
  it('never exceed what was paid, and together return the total and its VAT to the cent', () => {
    fc.assert(
      fc.property(order, fc.array(step, { maxLength: 12 }), (bought, steps) => {
        const paid = vatTotals(bought)
        let lines = bought
        let givenCents = 0
        const vatByRate = new Map<number, number>()
        const recordPlan = (plan: RefundPlan | { problem: string }) => {
          if ('problem' in plan) return
          lines = after(lines, plan)
          givenCents += plan.amountCents
          expect(plan.lines.reduce((sum, part) => sum + part.amountCents, 0)).toBe(plan.amountCents)
          expect(plan.vat.reduce((sum, { grossCents }) => sum + grossCents, 0)).toBe(plan.amountCents)
          for (const { rateBasisPoints, grossCents, vatCents } of plan.vat) {
            expect(vatCents).toBeGreaterThanOrEqual(0)
            expect(vatCents).toBeLessThanOrEqual(grossCents)
            vatByRate.set(rateBasisPoints, (vatByRate.get(rateBasisPoints) ?? 0) + vatCents)
          }
          for (const part of plan.lines) {
            const { totalCents, quantityThousandths, labelsCents } = lines.find(({ lineId }) => lineId === part.lineId)!
            const exact = (totalCents * part.quantityThousandths) / quantityThousandths
            // No part compensates for the rounding of the others.
            if (!labelsCents) expect(Math.abs(part.amountCents - exact)).toBeLessThan(1.000001)
          }
          for (const each of lines) {
            expect(each.refundedCents).toBeLessThanOrEqual(each.totalCents)
            expect(each.refundedThousandths).toBeLessThanOrEqual(each.quantityThousandths)
          }
        }
        for (const each of steps) {
          const plan = planRefund(lines, [toRefundInput(lines, each)])
          if (each.isRefunded) recordPlan(plan)
          expect(givenCents).toBeLessThanOrEqual(paid.grossCents)
        }
        recordPlan(planRefund(lines, 'all'))
        expect(givenCents).toBe(paid.grossCents)
        for (const { rateBasisPoints, vatCents } of paid.byRate) {
          expect(vatByRate.get(rateBasisPoints) ?? 0).toBe(vatCents)
        }
        expect(planRefund(lines, 'all')).toEqual({ problem: 'nothingLeft' })
      }),
      { numRuns: inTier({ merge: 1000, full: 5000 }) },
    )
  })

  it('never exceed what was bought, whatever a client sends', () => {
    const lineRequest = fc.record(
      {
        lineId: fc.integer({ min: 0, max: 6 }),
        quantityThousandths: fc.oneof(fc.integer({ min: -5000, max: 20_000 }), fc.constantFrom(0.5, 1e308, Number.NaN)),
        labelsCents: fc.array(fc.integer({ min: -10, max: 999 }), { maxLength: 3 }),
      },
      { requiredKeys: ['lineId'] },
    )
    fc.assert(
      fc.property(order, fc.array(lineRequest, { maxLength: 4 }), (lines, requests) => {
        const plan = planRefund(lines, requests)
        if ('problem' in plan) return
        for (const part of plan.lines) {
          const refundedLine = lines.find(({ lineId }) => lineId === part.lineId)!
          expect(part.amountCents).toBeGreaterThanOrEqual(0)
          expect(part.amountCents).toBeLessThanOrEqual(refundedLine.totalCents)
          expect(part.quantityThousandths).toBeLessThanOrEqual(refundedLine.quantityThousandths)
        }
      }),
      { numRuns: inTier({ merge: 1000, full: 5000 }) },
    )
  })
})

const add = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0)

/** What is left, by VAT rate. */
const leftByRate = (lines: readonly RefundableLine[]) =>
  new Map(
    [...Map.groupBy(lines, ({ rateBasisPoints }) => rateBasisPoints)].map(([rateBasisPoints, linesOfRate]) => [
      rateBasisPoints,
      add(linesOfRate.map(({ totalCents, refundedCents }) => totalCents - refundedCents)),
    ]),
  )

describe('free sums among other refunds of an order', () => {
  it('are shared to the cent, never exceed what is left of a rate, and leave sums that add up', () => {
    fc.assert(
      fc.property(order, fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }), (bought, steps) => {
        const paid = vatTotals(bought)
        let lines = bought
        const vatByRate = new Map<number, number>()
        const recordPlan = (plan: RefundPlan | { problem: string }, isFreeSum = false) => {
          if ('problem' in plan) return
          const left = leftByRate(lines)
          const totalLeft = add([...left.values()])
          expect(add(plan.lines.map(part => part.amountCents))).toBe(plan.amountCents)
          expect(add(plan.vat.map(part => part.grossCents))).toBe(plan.amountCents)
          for (const { rateBasisPoints, grossCents, vatCents } of plan.vat) {
            const leftOfRate = left.get(rateBasisPoints) ?? 0
            expect(grossCents).toBeLessThanOrEqual(leftOfRate)
            expect(vatCents).toBeGreaterThanOrEqual(0)
            expect(vatCents).toBeLessThanOrEqual(grossCents)
            if (isFreeSum)
              expect(Math.abs(grossCents - (plan.amountCents * leftOfRate) / totalLeft)).toBeLessThan(1.000001)
            vatByRate.set(rateBasisPoints, (vatByRate.get(rateBasisPoints) ?? 0) + vatCents)
          }
          for (const part of plan.lines) expect(part.amountCents).toBeGreaterThanOrEqual(0)
          if (isFreeSum) expect(plan.lines.every(part => part.quantityThousandths === 0)).toBe(true)
          lines = after(lines, plan)
          for (const each of lines) {
            expect(each.refundedCents).toBeLessThanOrEqual(each.totalCents)
            expect(each.refundedThousandths).toBeLessThanOrEqual(each.quantityThousandths)
          }
        }
        for (const [each, isFreeSum] of steps) {
          const left = add([...leftByRate(lines).values()])
          const freeSumCents = Math.ceil(left * each.share)
          recordPlan(planRefund(lines, isFreeSum ? { freeSumCents } : [toRefundInput(lines, each)]), isFreeSum)
        }
        recordPlan(planRefund(lines, 'all'))
        expect(add(lines.map(each => each.refundedCents))).toBe(paid.grossCents)
        for (const { rateBasisPoints, vatCents } of paid.byRate)
          expect(vatByRate.get(rateBasisPoints) ?? 0).toBe(vatCents)
        expect(planRefund(lines, { freeSumCents: 1 })).toEqual({ problem: 'sumInvalid' })
      }),
      { numRuns: inTier({ merge: 1000, full: 5000 }) },
    )
  })
})
