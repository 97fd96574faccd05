import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineTotalCents, vatTotals } from '#domain/catalogue/vat.ts'
import { planRefund, type RefundableLine } from '#domain/payments/refund.ts'
import { netCents, toReceipt, type ReceiptFacts, type ReceiptGoods, type ReceiptPart } from './receipt.ts'

const paper = {
  seller: { name: 'Kylän Puodit Oy', businessId: '9012346-8', address: 'Raitti 1', email: '', phone: '' },
  store: { name: 'Testilä', address: 'Testitie 1', timeZone: 'Europe/Helsinki' },
  at: new Date('2026-03-02T10:00:00Z'),
  slip: null,
}
const goods = (changes: Partial<ReceiptGoods> = {}): ReceiptGoods => ({
  name: 'Limonadi',
  unit: 'kpl',
  quantityThousandths: 6000,
  unitPriceCents: 235,
  amountCents: 1410,
  depositCents: 90,
  rateBasisPoints: 1350,
  ...changes,
})
const receipt = (changes: Partial<ReceiptFacts> = {}) =>
  toReceipt({
    ...paper,
    orderId: 1003,
    payment: 'card',
    app: null,
    isTest: false,
    event: null,
    goods: [goods()],
    refunds: [],
    ...changes,
  })

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0)
const getLines = ({ lines }: ReceiptPart) => sum(lines.map(({ amountCents }) => amountCents))
const inRate = ({ lines }: ReceiptPart, rate: number) =>
  sum(lines.filter(({ rateBasisPoints }) => rateBasisPoints === rate).map(({ amountCents }) => amountCents))

describe('a receipt', () => {
  it('has the order’s number and its reference number', () => {
    expect(receipt()).toMatchObject({ number: '1003', reference: '10032' })
  })

  it('lists goods by name, each followed by its deposit, in the sale and in the refund', () => {
    const withName = (name: string, depositCents = 0) => goods({ name, depositCents })
    const sold = [withName('Äyriäiset'), withName('Limonadi', 90), withName('Ananas')]
    const back = sold.map(each => ({ sold: each, quantityThousandths: 1000, amountCents: 235 }))
    const vat = [{ rateBasisPoints: 1350, grossCents: 705, vatCents: 84 }]
    const made = receipt({ goods: sold, refunds: [{ ...paper, id: 1007, isFreeSum: false, goods: back, vat }] })
    const names = ({ lines }: ReceiptPart) => lines.map(({ kind, name }) => `${kind} ${name}`)
    const sorted = ['goods Ananas', 'goods Limonadi', 'deposit Limonadi', 'goods Äyriäiset']
    expect([made, ...made.refunds].map(names)).toEqual([sorted, sorted])
  })

  it('shows a deposit on a line of its own, subtracted from the price of the goods', () => {
    expect(receipt().lines).toMatchObject([
      { kind: 'goods', unitPriceCents: 220, quantityThousandths: 6000, amountCents: 1320 },
      { kind: 'deposit', unitPriceCents: 15, quantityThousandths: 6000, amountCents: 90, rateBasisPoints: 1350 },
    ])
    expect(receipt()).toMatchObject({ grossCents: 1410, vatCents: 168, netCents: 1242 })
  })

  it('shows no unit price if no unit price gives the amount', () => {
    const odd = goods({ quantityThousandths: 333, unitPriceCents: 300, amountCents: 100, depositCents: 5 })
    expect(receipt({ goods: [odd] }).lines).toMatchObject([{ unitPriceCents: null }, { unitPriceCents: null }])
  })

  it('shows a free sum as one line for each VAT rate, without goods', () => {
    const rates = [
      { rateBasisPoints: 1350, grossCents: 30, vatCents: 4 },
      { rateBasisPoints: 2550, grossCents: 71, vatCents: 14 },
    ]
    const back = { sold: goods(), quantityThousandths: 0, amountCents: 101 }
    const made = receipt({ refunds: [{ ...paper, id: 1007, isFreeSum: true, goods: [back], vat: rates }] })
    expect(made.refunds[0]?.lines).toMatchObject([
      { kind: 'freeSum', name: '', amountCents: -30, rateBasisPoints: 1350 },
      { kind: 'freeSum', name: '', amountCents: -71, rateBasisPoints: 2550 },
    ])
    expect(made.refunds[0]).toMatchObject({ grossCents: -101, vatCents: -18 })
  })

  it('shows a refund below zero, with its own VAT, number and deposit', () => {
    const back = { sold: goods(), quantityThousandths: 2000, amountCents: 470 }
    const vat = [{ rateBasisPoints: 1350, grossCents: 470, vatCents: 56 }]
    const made = receipt({ refunds: [{ ...paper, id: 1007, isFreeSum: false, goods: [back], vat }] })
    expect(made.refunds).toMatchObject([
      {
        number: '1003-1007',
        lines: [
          { kind: 'goods', amountCents: -440, quantityThousandths: 2000 },
          { kind: 'deposit', amountCents: -30 },
        ],
        grossCents: -470,
        vatCents: -56,
        netCents: -414,
      },
    ])
    expect(netCents(made)).toBe(940)
  })
})

const anyGoods = fc
  .record({
    quantityThousandths: fc.integer({ min: 1, max: 50_000 }),
    unitPriceCents: fc.integer({ min: 1, max: 20_000 }),
    unitDepositCents: fc.integer({ min: 0, max: 100 }),
    rateBasisPoints: fc.constantFrom(0, 1000, 1350, 2550),
    labels: fc.option(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 4 }), { nil: undefined }),
  })
  .map(({ unitDepositCents, labels, ...line }) => {
    const amountCents = lineTotalCents({ ...line, amountsCents: labels })
    const deposit = lineTotalCents({ ...line, unitPriceCents: unitDepositCents })
    return goods({ ...line, amountCents, depositCents: Math.min(deposit, amountCents) })
  })

describe('for any purchase with any refunds', () => {
  it('lines add up to the total and to each VAT rate, as the order computes them', () => {
    fc.assert(
      fc.property(fc.array(anyGoods, { minLength: 1, maxLength: 12 }), bought => {
        const made = receipt({ goods: bought })
        const counted = vatTotals(
          bought.map(({ amountCents, rateBasisPoints }) => ({ totalCents: amountCents, rateBasisPoints })),
        )
        expect(made).toMatchObject(counted)
        expect(getLines(made)).toBe(made.grossCents)
        for (const rate of made.byRate) {
          expect(inRate(made, rate.rateBasisPoints)).toBe(rate.grossCents)
          expect(rate.netCents + rate.vatCents).toBe(rate.grossCents)
        }
      }),
    )
  })

  it('refunds add up as well, and cancel the sale to the cent once everything is refunded', () => {
    const parts = fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 20_000 })), { maxLength: 6 })
    fc.assert(
      fc.property(fc.array(anyGoods, { minLength: 1, maxLength: 6 }), parts, (bought, refundedParts) => {
        fc.pre(sum(bought.map(({ amountCents }) => amountCents)) > 0)
        const { refunds } = refund(bought, refundedParts)
        const made = receipt({ goods: bought, refunds })
        for (const back of made.refunds) {
          expect(getLines(back)).toBe(back.grossCents)
          for (const rate of back.byRate) expect(inRate(back, rate.rateBasisPoints)).toBe(rate.grossCents)
          expect(back.netCents + back.vatCents).toBe(back.grossCents)
        }
        expect(netCents(made)).toBe(0)
        const vatOfRefunds = sum(made.refunds.map(({ vatCents }) => vatCents))
        expect(made.vatCents + vatOfRefunds).toBe(0)
      }),
    )
  })
})

/** Refunds some parts as `planRefund` plans them, and then everything that is left. */
function refund(bought: readonly ReceiptGoods[], parts: readonly (readonly [number, number])[]) {
  let lines = bought.map((each, lineId): RefundableLine => ({
    lineId,
    totalCents: each.amountCents,
    quantityThousandths: each.quantityThousandths,
    rateBasisPoints: each.rateBasisPoints,
    labelsCents: null,
    isByThePiece: false,
    refundedCents: 0,
    refundedThousandths: 0,
    refundedLabelsCents: [],
  }))
  const refunds: ReceiptFacts['refunds'][number][] = []
  // Every third part is a free sum of as many cents.
  const requests = parts.map(([line, part]) =>
    line % 3 === 0 ? { freeSumCents: part } : [{ lineId: line % bought.length, quantityThousandths: part }],
  )
  for (const request of [...requests, 'all' as const]) {
    const plan = planRefund(lines, request)
    if ('problem' in plan) continue
    refunds.push({
      ...paper,
      id: 1001 + refunds.length,
      isFreeSum: typeof request === 'object' && 'freeSumCents' in request,
      vat: plan.vat,
      goods: plan.lines.map(({ lineId, quantityThousandths, amountCents }) => ({
        sold: bought[lineId] ?? goods(),
        quantityThousandths,
        amountCents,
      })),
    })
    lines = lines.map(before => {
      const part = plan.lines.find(({ lineId }) => lineId === before.lineId)
      return {
        ...before,
        refundedCents: before.refundedCents + (part?.amountCents ?? 0),
        refundedThousandths: before.refundedThousandths + (part?.quantityThousandths ?? 0),
      }
    })
  }
  return { refunds }
}
