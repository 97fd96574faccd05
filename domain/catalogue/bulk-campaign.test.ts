import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plusDays } from '#domain/zoned-time.ts'
import { type BulkCampaign, type CampaignFacts, campaignFor, campaignProblems } from './bulk-campaign.ts'
import { type CampaignChange, priceAfter } from './bulk-change.ts'
import { planProblems } from './price-plan.ts'

const TODAY = '2026-11-27'
const FACTS: CampaignFacts = { today: TODAY, regularCents: 299, depositCents: 0, isPricedByLabel: false, others: [] }
const DAYS = { from_day: '2026-11-30', until_day: '2026-12-06' }
const percent = (by: number, to5 = false): CampaignChange => ({
  kind: 'campaignPercent',
  percent: by,
  round_to_5_cents: to5,
  ...DAYS,
})
const to = (price: number): CampaignChange => ({ kind: 'campaignTo', price, ...DAYS })

describe('a campaign for a product', () => {
  test.each([
    [percent(-20), {}, 2.39],
    [percent(-20, true), {}, 2.4],
    [percent(-20), { regularCents: 315, depositCents: 15 }, 2.55],
    [to(1.99), {}, 1.99],
  ] as const)('of %j and %j costs %d', (change, facts, price) => {
    expect(campaignFor(change, { ...FACTS, ...facts })).toEqual({
      campaign: { price, ...DAYS },
      outcome: 'changed',
      obstacle: undefined,
    })
  })

  test.each([
    [percent(-20), { isPricedByLabel: true }, 'onLabel'],
    [percent(-20), { regularCents: 0 }, 'noPrice'],
    [to(1), { regularCents: 0 }, 'noPrice'],
    [percent(-99), { regularCents: 40 }, 'zero'],
    [to(0.3), { depositCents: 40 }, 'belowDeposit'],
    [to(2.99), {}, 'notLower'],
    [percent(-0.5, true), { regularCents: 300 }, 'notLower'],
    [to(1.99), { others: [{ price: 1.99, from_day: '2026-12-06', until_day: '2026-12-06' }] }, 'overlaps'],
  ] as const)('of %j and %j is skipped: %s', (change, facts, obstacle) => {
    expect(campaignFor(change, { ...FACTS, ...facts })).toMatchObject({ outcome: 'invalid', obstacle })
  })

  test('is there already when it has the same price and days', () => {
    const others = [{ price: 1.99, ...DAYS }]
    expect(campaignFor(to(1.99), { ...FACTS, others }).outcome).toBe('same')
    expect(campaignFor(to(1.98), { ...FACTS, others }).obstacle).toBe('overlaps')
  })
})

const day = fc.integer({ min: 0, max: 60 }).map(days => plusDays(TODAY, days))
const span = fc
  .tuple(day, fc.integer({ min: 0, max: 20 }))
  .map(([from_day, days]) => ({ from_day, until_day: plusDays(from_day, days) }))
const cents = fc.integer({ min: 0, max: 3000 })
const someChange: fc.Arbitrary<CampaignChange> = span.chain(days =>
  fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.boolean()).map(([by, round_to_5_cents]) => ({
      kind: 'campaignPercent' as const,
      percent: -by / 100,
      round_to_5_cents,
      ...days,
    })),
    cents.map(price => ({ kind: 'campaignTo' as const, price: price / 100, ...days })),
  ),
)
const someFacts: fc.Arbitrary<CampaignFacts> = fc
  .record({
    regularCents: cents,
    depositCents: cents,
    isPricedByLabel: fc.boolean(),
    others: fc.array(
      span.chain(days => cents.map((price): BulkCampaign => ({ price: price / 100, ...days }))),
      {
        maxLength: 3,
      },
    ),
  })
  .map(({ depositCents, ...facts }) => ({
    ...facts,
    today: TODAY,
    depositCents: Math.min(depositCents, facts.regularCents),
  }))

const getDays = ({ from_day, until_day }: Pick<BulkCampaign, 'from_day' | 'until_day'>) => {
  const days = [from_day]
  for (let next = from_day; next < until_day; days.push(next)) next = plusDays(next, 1)
  return days
}

describe('of any products and campaigns', () => {
  test('one is planned exactly if a plan of its own could be, and it shares no day with another', () => {
    fc.assert(
      fc.property(someChange, someFacts, (change, facts) => {
        fc.pre(campaignProblems(change, TODAY).length === 0)
        const { campaign, outcome, obstacle } = campaignFor(change, facts)
        const isValid = planProblems({ kind: 'campaign', ...campaign }, facts).length === 0
        const occupiedDays = new Set(facts.others.flatMap(getDays))
        const isFree = getDays(campaign).every(each => !occupiedDays.has(each))
        if (outcome !== 'same') expect(outcome).toBe(isValid && isFree ? 'changed' : 'invalid')
        expect(obstacle === undefined).toBe(outcome !== 'invalid')
        if (outcome !== 'changed') return
        expect(campaign.price).toBeLessThan(facts.regularCents / 100)
        expect(campaign.price).toBeGreaterThanOrEqual(Math.max(facts.depositCents, 1) / 100)
      }),
    )
  })

  test('a percentage gives the price that a price change by it gives', () => {
    fc.assert(
      fc.property(someChange, someFacts, (change, facts) => {
        if (change.kind !== 'campaignPercent') return
        const regular = { price: facts.regularCents / 100, deposit: facts.depositCents / 100 }
        expect(campaignFor(change, facts).campaign.price).toBe(priceAfter(regular, change))
      }),
    )
  })

  test('what was planned is not planned a second time', () => {
    fc.assert(
      fc.property(someChange, someFacts, (change, facts) => {
        const { campaign, outcome } = campaignFor(change, facts)
        if (outcome === 'changed')
          expect(campaignFor(change, { ...facts, others: [...facts.others, campaign] }).outcome).toBe('same')
      }),
    )
  })
})

test.each([
  [{ ...to(1), from_day: '2026-11-26' }, ['from_day past']],
  [{ ...to(1), until_day: '2026-11-29' }, ['until_day invalid']],
  [{ ...percent(-5), until_day: '2027-12-01' }, ['until_day tooLong']],
  [to(0), ['price invalid']],
  [percent(-5), []],
] as const)('the days and the price of a change are those of a campaign: %j', (change, expected) => {
  expect(campaignProblems(change, TODAY).map(({ field, problem }) => `${field} ${problem}`)).toEqual(expected)
})
