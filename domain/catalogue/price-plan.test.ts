import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plusDays } from '#domain/zoned-time.ts'
import { planProblems, planState, type PricePlan } from './price-plan.ts'

const FACTS = { today: '2026-11-26', regularCents: 299, depositCents: 20, isPricedByLabel: false }
const campaign: PricePlan = { kind: 'campaign', price: 1.99, from_day: '2026-11-27', until_day: '2026-11-30' }
const price: PricePlan = { kind: 'price', price: 3.49, from_day: '2026-12-01', until_day: null }

const problems = (plan: PricePlan, facts = {}) =>
  planProblems(plan, { ...FACTS, ...facts }).map(({ field, problem }) => `${field} ${problem}`)

describe('a plan', () => {
  test('of either kind can be saved', () => {
    expect(problems(campaign)).toEqual([])
    expect(problems(price)).toEqual([])
    expect(problems({ ...campaign, from_day: FACTS.today, until_day: FACTS.today })).toEqual([])
  })

  test.each([
    [{ ...campaign, price: 2.99 }, {}, ['price notLower']],
    [{ ...campaign, price: 0.19 }, {}, ['price belowDeposit']],
    [{ ...price, price: 0.19 }, {}, ['price belowDeposit']],
    [{ ...campaign, price: 0 }, {}, ['price invalid']],
    [{ ...campaign, price: 1.999 }, {}, ['price invalid']],
    [{ ...price, price: 100_000.01 }, {}, ['price invalid']],
    [{ ...campaign, from_day: '2026-11-25' }, {}, ['from_day past']],
    [{ ...price, from_day: FACTS.today }, {}, ['from_day past']],
    [{ ...campaign, until_day: null }, {}, ['until_day invalid']],
    [{ ...campaign, until_day: '2026-11-26' }, {}, ['until_day invalid']],
    [{ ...campaign, until_day: '2027-11-28' }, {}, ['until_day tooLong']],
    [{ ...price, until_day: '2026-12-31' }, {}, ['until_day invalid']],
    [campaign, { isPricedByLabel: true }, ['kind onLabel']],
  ] as const)('is refused: %j', (plan, facts, expected) => {
    expect(problems(plan, facts)).toEqual(expected)
  })

  test('lasts at most 366 days', () => {
    expect(problems({ ...campaign, until_day: plusDays(campaign.from_day, 365) })).toEqual([])
  })
})

describe('the state of a campaign', () => {
  test('is running on its days and no others', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), fc.integer({ min: 0, max: 365 }), (begins, days) => {
        const from_day = plusDays(FACTS.today, begins)
        const plan = { kind: 'campaign' as const, from_day, until_day: plusDays(from_day, days) }
        const expected = begins > 0 ? 'planned' : begins + days < 0 ? 'over' : 'running'
        expect(planState({ ...plan, isEnded: false }, FACTS.today)).toBe(expected)
        expect(planState({ ...plan, isEnded: true }, FACTS.today)).toBe('over')
      }),
    )
  })

  test('that is a price from a day on is applied from that day on', () => {
    const states = ['2026-11-30', '2026-12-01', '2027-01-01'].map(day => planState({ ...price, isEnded: false }, day))
    expect(states).toEqual(['planned', 'applied', 'applied'])
  })
})
