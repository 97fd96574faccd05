import { sql } from 'kysely'
import { type PlanProblem, planProblems, planState, type PricePlan } from '#domain/catalogue/price-plan.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { shopDate } from '#domain/shop-date.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type Author, recordChange, recordChanges } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId, jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { type CampaignRow, findPlans, findPriced, type ProductCampaign, toCampaign } from './queries.ts'

/** The same lock as a save of the product: plans and saves are serialised. */
export const lockProduct = (trx: Trx, productId: number) =>
  trx.selectFrom('product').select('id').where('id', '=', productId).forNoKeyUpdate().executeTakeFirst()

/** For the audit log of the product. */
const planFacts = ({ price, from_day: from, until_day: until }: Omit<PricePlan, 'kind'>) =>
  until === null ? { planned_prices: { [from]: price } } : { campaigns: { [from]: { [until]: price } } }

const refuseForm = (problems: PlanProblem[]) => refuse('form.invalid', { problems })

type NewPlan = { productId: number; plan: PricePlan }

/** Plans a price. The database refuses a second price from a day, and a day of another campaign. */
export const addPlan = ({ db }: Context, { productId, plan }: NewPlan, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const today = shopDate(author.at)
    const locked = await lockProduct(trx, productId)
    const product = locked && (await findPriced(trx, productId, plan.from_day))
    if (!product) return refuse('notFound')
    const problems = planProblems(plan, {
      today,
      regularCents: product.regular_cents,
      depositCents: product.deposit_cents,
      isPricedByLabel: product.product_code_type === 'bulk_encoded_price',
    })
    if (problems.length > 0) return refuseForm(problems)
    if (!(await insertPlan(trx, { productId, plan }, author)))
      return refuseForm([{ field: 'from_day', problem: 'taken' }])
    await recordChange(trx, { kind: 'product', id: productId, before: {}, after: planFacts(plan), author })
    // Also for a plan of a later day: midnight may have passed while this waited for the lock.
    await bumpCatalogue(trx, 'all')
    return (await findPlans(trx, productId, today)) ?? refuse('notFound')
  })

/** False when the days are taken: the caller must roll back. */
async function insertPlan(trx: Trx, { productId, plan }: NewPlan, { userId, at }: Author): Promise<boolean> {
  const { kind, price, from_day, until_day } = plan
  const price_cents = centsFromEuros(price) ?? 0
  const row = await trx
    .insertInto('price_plan')
    .values({ product_id: productId, kind, price_cents, from_day, until_day, created_at: at, created_by: userId })
    .onConflict(conflict =>
      conflict.columns(['product_id', 'from_day']).where('kind', '=', sql.lit('price')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row || until_day === null) return row !== undefined
  const { rows } = await sql<{ requested: number; free: number }>`
    WITH days AS (SELECT day::date AS day FROM generate_series(${from_day}::date, ${until_day}::date, '1 day') AS day),
    added AS (
      INSERT INTO campaign_day (product_id, day, price_plan_id) SELECT ${productId}, day, ${row.id} FROM days
      ON CONFLICT DO NOTHING RETURNING day
    )
    SELECT (SELECT count(*) FROM days) AS requested, (SELECT count(*) FROM added) AS free`.execute(trx)
  return rows.every(({ requested, free }) => requested === free)
}

/** Removes what has not begun, and ends a running campaign: the regular price is charged at once. The rest stays as it is. */
export const removePlan = (
  { db }: Context,
  { productId, planId }: { productId: number; planId: number },
  author: Author,
) =>
  inRefusableTransaction(db, async trx => {
    const today = shopDate(author.at)
    await lockProduct(trx, productId)
    const plan = await trx
      .selectFrom('price_plan')
      .select(['id', 'kind', 'price_cents', 'from_day', 'until_day', 'ended_at'])
      .where('id', '=', planId)
      .where('product_id', '=', productId)
      .executeTakeFirst()
    if (!plan) return refuse('notFound')
    const state = planState({ ...plan, isEnded: plan.ended_at !== null }, today)
    if (state === 'planned') await trx.deleteFrom('price_plan').where('id', '=', planId).execute()
    if (state === 'running') await endCampaigns(trx, { planIds: [planId], today }, author)
    if (state === 'planned' || state === 'running') {
      const before = planFacts({ ...plan, price: eurosFromCents(plan.price_cents) })
      await recordChange(trx, { kind: 'product', id: productId, before, after: {}, author })
      await bumpCatalogue(trx, 'all')
    }
    return (await findPlans(trx, productId, today)) ?? refuse('notFound')
  })

type EndCampaignsInput = { planIds: readonly number[]; today: string }

async function endCampaigns(trx: Trx, { planIds, today }: EndCampaignsInput, { userId, at }: Author) {
  await trx.deleteFrom('campaign_day').where('price_plan_id', '=', anyId(planIds)).where('day', '>=', today).execute()
  await trx.updateTable('price_plan').set({ ended_at: at, ended_by: userId }).where('id', '=', anyId(planIds)).execute()
}

/**
 * Plans campaigns of several products; returns them with their ids. The caller has locked the products' rows, has checked each
 * campaign and that its days are free, and must bump the catalogue.
 */
export async function addCampaigns(
  trx: Trx,
  campaigns: readonly Omit<ProductCampaign, 'id'>[],
  author: Author,
): Promise<ProductCampaign[]> {
  const plans = campaigns.map(({ price, ...campaign }) => ({ ...campaign, price_cents: centsFromEuros(price) ?? 0 }))
  const { rows } = await sql<CampaignRow>`
    INSERT INTO price_plan (product_id, kind, price_cents, from_day, until_day, created_at, created_by)
    SELECT product_id, 'campaign', price_cents, from_day, until_day, ${author.at}::timestamptz, ${author.userId}::integer
    FROM ${jsonRecordset(plans, 'product_id integer, price_cents integer, from_day date, until_day date')}
    ORDER BY product_id, from_day RETURNING id, product_id, price_cents, from_day, until_day`.execute(trx)
  const added = rows.map(toCampaign)
  await insertDays(trx, added, author)
  await recordCampaigns(trx, added, { author, isGone: false })
  return added
}

/** From today on: the days before are over. The primary key refuses a day of another campaign. */
const insertDays = (trx: Trx, campaigns: readonly ProductCampaign[], { at }: Author) =>
  sql`
    INSERT INTO campaign_day (product_id, day, price_plan_id)
    SELECT plan.product_id, day::date, plan.id FROM price_plan AS plan
    CROSS JOIN generate_series(greatest(plan.from_day, ${shopDate(at)}::date), plan.until_day, '1 day') AS day
    WHERE plan.id = ${anyId(campaigns.map(({ id }) => id))}
    ORDER BY plan.product_id, day`.execute(trx)

/** Ends the campaigns that run and removes the others. The caller has locked the products' rows, and must bump the catalogue. */
export async function removeCampaigns(trx: Trx, campaigns: readonly ProductCampaign[], author: Author): Promise<void> {
  const today = shopDate(author.at)
  const planned = campaigns.filter(({ from_day }) => from_day > today).map(({ id }) => id)
  const running = campaigns.filter(({ from_day }) => from_day <= today).map(({ id }) => id)
  await trx.deleteFrom('price_plan').where('id', '=', anyId(planned)).execute()
  await endCampaigns(trx, { planIds: running, today }, author)
  await recordCampaigns(trx, campaigns, { author, isGone: true })
}

/** Resumes campaigns ended today whose days are still free. Locks and bump as in `removeCampaigns`. */
export async function resumeCampaigns(trx: Trx, campaigns: readonly ProductCampaign[], author: Author): Promise<void> {
  const ids = campaigns.map(({ id }) => id)
  await trx.updateTable('price_plan').set({ ended_at: null, ended_by: null }).where('id', '=', anyId(ids)).execute()
  await insertDays(trx, campaigns, author)
  await recordCampaigns(trx, campaigns, { author, isGone: false })
}

type RecordedCampaigns = { author: Author; isGone: boolean }

/** One entry of the audit log for each product. */
async function recordCampaigns(trx: Trx, campaigns: readonly ProductCampaign[], { author, isGone }: RecordedCampaigns) {
  const records = [...Map.groupBy(campaigns, each => each.product_id)].map(([id, productCampaigns]) => {
    const facts = {
      campaigns: Object.fromEntries(productCampaigns.map(each => [each.from_day, { [each.until_day]: each.price }])),
    }
    const [before, after] = isGone ? [facts, {}] : [{}, facts]
    return { kind: 'product' as const, id, before, after, author }
  })
  await recordChanges(trx, records)
}
