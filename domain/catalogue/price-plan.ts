import { centsFromEuros } from '#domain/money.ts'
import { plusDays } from '#domain/zoned-time.ts'

/** A new price from a day on, or a lower one for some days. */
export const PLAN_KINDS = ['price', 'campaign'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]

/** What a list of products can be narrowed to: a campaign that lowers the price today, or a price or campaign from a later day on. */
export const PLANNED_PRICES = ['campaign', 'planned'] as const
export type PlannedPrices = (typeof PLANNED_PRICES)[number]

/** `applied`: a planned price that has become the product's. */
export const PLAN_STATES = ['planned', 'running', 'over', 'applied'] as const
export type PlanState = (typeof PLAN_STATES)[number]

const MAX_DAYS = 366
/** The highest price of a product. */
export const MAX_PRICE_CENTS = 10_000_000

/** Days are those in Finland: `2026-11-27`. `until_day`: the last day of a campaign. */
export type PricePlan = { kind: PlanKind; price: number; from_day: string; until_day: string | null }

/** What a plan depends on. `regularCents`: the product's price on the plan's first day. */
export type PlanFacts = { today: string; regularCents: number; depositCents: number; isPricedByLabel: boolean }

export const PLAN_PROBLEMS = [
  'invalid',
  'past',
  'tooLong',
  'belowDeposit',
  /** A campaign that is not below the regular price. */
  'notLower',
  /** Each package has its price on its label. */
  'onLabel',
  'taken',
] as const
export type PlanProblem = { field: keyof PricePlan; problem: (typeof PLAN_PROBLEMS)[number] }

/** What keeps a plan from being saved, in the order of its fields; an overlap with others is left to the database. */
export function planProblems(plan: PricePlan, facts: PlanFacts): PlanProblem[] {
  const found: { [Field in keyof PricePlan]: PlanProblem['problem'] | undefined } = {
    kind: plan.kind === 'campaign' && facts.isPricedByLabel ? 'onLabel' : undefined,
    price: priceProblem(plan, facts),
    from_day: isPast(plan, facts.today) ? 'past' : undefined,
    until_day: untilDayProblem(plan),
  }
  return (['kind', 'price', 'from_day', 'until_day'] as const).flatMap(field => {
    const problem = found[field]
    return problem ? [{ field, problem }] : []
  })
}

function priceProblem({ kind, price }: PricePlan, { regularCents, depositCents }: PlanFacts) {
  const cents = centsFromEuros(price)
  if (cents === undefined || cents < 1 || cents > MAX_PRICE_CENTS) return 'invalid'
  if (cents < depositCents) return 'belowDeposit'
  return kind === 'campaign' && cents >= regularCents ? 'notLower' : undefined
}

/** A campaign may begin at once; a new price from today on is saved in the product's form. */
const isPast = ({ kind, from_day: from }: PricePlan, today: string) =>
  kind === 'campaign' ? from < today : from <= today

function untilDayProblem({ kind, from_day: from, until_day: until }: PricePlan) {
  if (kind === 'price') return until === null ? undefined : 'invalid'
  if (until === null || until < from) return 'invalid'
  return until >= plusDays(from, MAX_DAYS) ? 'tooLong' : undefined
}

export function planState(
  { kind, from_day: from, until_day: until, isEnded }: Omit<PricePlan, 'price'> & { isEnded: boolean },
  today: string,
): PlanState {
  if (isEnded || (until !== null && until < today)) return 'over'
  if (from > today) return 'planned'
  return kind === 'price' ? 'applied' : 'running'
}
