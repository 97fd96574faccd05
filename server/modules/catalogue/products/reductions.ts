import type { LanguageCode } from '#contract/values.ts'
import { isReduction, lowestPriceIn } from '#domain/catalogue/lowest-price.ts'
import { shortDayText } from '#domain/format/day-text.ts'
import { shopMidnight } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'
import type { PriceOfDay } from './price-of-day.ts'

type PricedProduct = PriceOfDay & { id: number; perishable: boolean }

/** A campaign that is announced to shoppers. */
export type PriceReduction = {
  until: string
  cents: number
  regularCents: number
  /** Of the 30 days before the campaign began; null: food that perishes quickly needs none. */
  lowestCents: number | null
}

const DAYS_BEFORE = 30
const dayStart = (day: string) => shopMidnight(day).getTime()

/** The reductions that are announced, by product. Reads the products' history only if a campaign lowers a price. */
export async function findReductions(
  db: Db,
  products: readonly PricedProduct[],
): Promise<ReadonlyMap<number, PriceReduction>> {
  const inCampaign = products.flatMap(({ plan_id, from_day: from, until_day: until, planned_at, ...product }) =>
    plan_id === null || from === null || until === null || planned_at === null
      ? []
      : [{ ...product, until, span: spanBefore(from, planned_at) }],
  )
  const needing = inCampaign.filter(({ perishable }) => !perishable).map(({ id }) => id)
  const toHistory = await findHistories(db, needing)
  return new Map(
    inCampaign.flatMap(({ id, perishable: isPerishable, cents, regular_cents: regularCents, until, span }) => {
      const lowestCents = isPerishable ? null : lowestPriceIn(toHistory(id), span)
      return isReduction(cents, { lowestCents, isPerishable })
        ? [[id, { until, cents, regularCents, lowestCents }]]
        : []
    }),
  )
}

/** A campaign that is not saved yet, at a price in cents. */
type ReductionDraft = { productId: number; cents: number; fromDay: string; isPerishable: boolean }

/**
 * The campaigns that would not be announced, by the prices known now: by product, the lowest price in cents of the 30 days
 * before, or null if the product had none.
 */
export async function findUnannounced(
  db: Db,
  drafts: readonly ReductionDraft[],
  at: Date,
): Promise<ReadonlyMap<number, number | null>> {
  const needing = drafts.filter(({ isPerishable }) => !isPerishable)
  const toHistory = await findHistories(
    db,
    needing.map(({ productId }) => productId),
  )
  return new Map(
    needing.flatMap(({ productId, cents, fromDay, isPerishable }) => {
      const lowestCents = lowestPriceIn(toHistory(productId), spanBefore(fromDay, at))
      return isReduction(cents, { lowestCents, isPerishable }) ? [] : [[productId, lowestCents]]
    }),
  )
}

/** A campaign that was planned on its first day began when it was planned. */
const spanBefore = (from: string, plannedAt: Date) => ({
  start: dayStart(plusDays(from, -DAYS_BEFORE)),
  end: Math.max(dayStart(from), plannedAt.getTime()),
})

/** The prices of some products at all times: of their versions, and of what was planned. */
async function findHistories(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return () => ({ changes: [], campaigns: [] })
  const versions = await db
    .selectFrom('product_version')
    .select(['product_id', 'price_cents as cents', 'created_at'])
    .where('product_id', '=', anyId(ids))
    .orderBy('id')
    .execute()
  const plans = await db
    .selectFrom('price_plan')
    .select(['product_id', 'kind', 'price_cents as cents', 'from_day', 'until_day', 'created_at', 'ended_at'])
    .where('product_id', '=', anyId(ids))
    .execute()
  const versionsByProduct = Map.groupBy(versions, version => version.product_id)
  const plansByProduct = Map.groupBy(plans, plan => plan.product_id)
  return (id: number) => toHistory(plansByProduct.get(id) ?? [], versionsByProduct.get(id) ?? [])
}

type PriceVersion = { cents: number; created_at: Date }
type DatedPlan = {
  kind: string
  cents: number
  from_day: string
  until_day: string | null
  created_at: Date
  ended_at: Date | null
}

const toHistory = (plans: readonly DatedPlan[], versions: readonly PriceVersion[]) => ({
  changes: [
    ...plans.filter(({ kind }) => kind === 'price').map(({ cents, from_day }) => ({ cents, from: dayStart(from_day) })),
    ...versions.map(({ cents, created_at }) => ({ cents, from: created_at.getTime() })),
  ],
  campaigns: plans.flatMap(({ cents, from_day, until_day, created_at, ended_at }) =>
    until_day === null
      ? []
      : [
          {
            cents,
            from: Math.max(dayStart(from_day), created_at.getTime()),
            until: Math.min(dayStart(plusDays(until_day, 1)), ended_at?.getTime() ?? Infinity),
          },
        ],
  ),
})

type PriceStyle = { language: LanguageCode; price: (cents: number) => string }

/** How a campaign is announced: its last day, then the regular price and the lowest one before it. */
export function reductionParts({ until, regularCents, lowestCents }: PriceReduction, { language, price }: PriceStyle) {
  const t = createTranslate(language)
  const prices = [
    t('catalogue.reduction.regular', { price: price(regularCents) }),
    ...(lowestCents === null ? [] : [t('catalogue.reduction.lowest', { price: price(lowestCents) })]),
  ]
  return { until: t('catalogue.reduction.until', { day: shortDayText(until) }), prices }
}

/** `reductionParts` as one text that breaks only between parts. */
export function reductionText(reduction: PriceReduction, style: PriceStyle): string {
  const { until, prices } = reductionParts(reduction, style)
  return [until, ...prices].join('\u00a0· ')
}
