import { eurosFromCents } from '#domain/money.ts'
import { type CampaignChange, type CampaignDays, priceAfter } from './bulk-change.ts'
import { type PlanFacts, type PlanProblem, planProblems, type PricePlan } from './price-plan.ts'

/** Why a product gets no campaign in a change of many products. */
export const CAMPAIGN_OBSTACLES = [
  'onLabel',
  'noPrice',
  /** The percentage leaves less than a cent. */
  'zero',
  'belowDeposit',
  'notLower',
  'overlaps',
] as const
export type CampaignObstacle = (typeof CAMPAIGN_OBSTACLES)[number]

/** A campaign's price in euros, with its first and last day. */
export type BulkCampaign = CampaignDays & { price: number }

/** A campaign that a change planned or ended, with the id of its plan, for undoing the change. */
export type StoredCampaign = BulkCampaign & { id: number }

/** `others`: the campaigns of the product that are planned or running. */
export type CampaignFacts = PlanFacts & { others: readonly BulkCampaign[] }

/** `same`: the product has this campaign already. */
export type CampaignOutcome = {
  campaign: BulkCampaign
  outcome: 'changed' | 'same' | 'invalid'
  obstacle: CampaignObstacle | undefined
}

/** What keeps a campaign from being planned for any product: its days, and a fixed price. */
export function campaignProblems(change: CampaignChange, today: string): PlanProblem[] {
  const price = change.kind === 'campaignTo' ? change.price : 0.01
  const anyProduct = { today, regularCents: Infinity, depositCents: 0, isPricedByLabel: false }
  return planProblems(toPricePlan({ ...change, price }), anyProduct)
}

/** What a change plans for a product. A percentage is one of the regular price on the first day. */
export function campaignFor(change: CampaignChange, facts: CampaignFacts): CampaignOutcome {
  const regular = { price: eurosFromCents(facts.regularCents), deposit: eurosFromCents(facts.depositCents) }
  const price = change.kind === 'campaignTo' ? change.price : priceAfter(regular, change)
  const campaign = { price, from_day: change.from_day, until_day: change.until_day }
  if (facts.others.some(other => isSame(other, campaign))) return { campaign, outcome: 'same', obstacle: undefined }
  const obstacle = findObstacle(campaign, facts)
  return { campaign, outcome: obstacle ? 'invalid' : 'changed', obstacle }
}

/** What keeps a product from having a campaign whose days are allowed; undefined: nothing. */
export function findObstacle(campaign: BulkCampaign, facts: CampaignFacts): CampaignObstacle | undefined {
  const problem = planProblems(toPricePlan(campaign), facts)[0]?.problem
  if (problem === 'onLabel') return problem
  if (facts.regularCents === 0) return 'noPrice'
  if (problem === 'belowDeposit' || problem === 'notLower') return problem
  if (problem !== undefined) return 'zero'
  return facts.others.some(other => doCampaignsOverlap(other, campaign)) ? 'overlaps' : undefined
}

const toPricePlan = ({ price, from_day, until_day }: BulkCampaign): PricePlan => ({
  kind: 'campaign',
  price,
  from_day,
  until_day,
})

const isSame = (one: BulkCampaign, other: BulkCampaign) =>
  one.price === other.price && one.from_day === other.from_day && one.until_day === other.until_day

/** Whether two campaigns of a product would share a day. */
export const doCampaignsOverlap = (one: CampaignDays, other: CampaignDays): boolean =>
  one.from_day <= other.until_day && other.from_day <= one.until_day
