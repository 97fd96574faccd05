import { sql } from 'kysely'
import { type PlanProblem, planProblems, planState, type PricePlan } from '#domain/catalogue/price-plan.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { shopDate } from '#domain/shop-date.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findPlans, findPriced } from './queries.ts'

/** The same lock as a save of the product: plans and saves are serialised. */
export const lockProduct = (trx: Trx, productId: number) =>
  trx.selectFrom('product').select('id').where('id', '=', productId).forNoKeyUpdate().executeTakeFirst()

/** For the audit log of the product. */
const planFacts = ({ price, from_day: from, until_day: until }: Omit<PricePlan, 'kind'>) =>
  until === null ? { planned_prices: { [from]: price } } : { campaigns: { [from]: { [until]: price } } }

const invalid = (problems: PlanProblem[]) => refuse('form.invalid', { problems })

type Added = { productId: number; plan: PricePlan }

/** Plans a price. The database refuses a second price from a day, and a day of another campaign. */
export const addPlan = ({ db }: Context, { productId, plan }: Added, author: Author) =>
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
    if (problems.length > 0) return invalid(problems)
    if (!(await insertPlan(trx, { productId, plan }, author))) return invalid([{ field: 'from_day', problem: 'taken' }])
    await recordChange(trx, { kind: 'product', id: productId, before: {}, after: planFacts(plan), author })
    // Also for a plan of a later day: midnight may have passed while this waited for the lock.
    await bumpCatalogue(trx, 'all')
    return (await findPlans(trx, productId, today)) ?? refuse('notFound')
  })

/** False when the days are taken: the caller must roll back. */
async function insertPlan(trx: Trx, { productId, plan }: Added, { userId, at }: Author): Promise<boolean> {
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
  const { rows } = await sql<{ wanted: number; free: number }>`
    WITH wanted AS (SELECT day::date AS day FROM generate_series(${from_day}::date, ${until_day}::date, '1 day') AS day),
    added AS (
      INSERT INTO campaign_day (product_id, day, price_plan_id) SELECT ${productId}, day, ${row.id} FROM wanted
      ON CONFLICT DO NOTHING RETURNING day
    )
    SELECT (SELECT count(*) FROM wanted) AS wanted, (SELECT count(*) FROM added) AS free`.execute(trx)
  return rows.every(({ wanted, free }) => wanted === free)
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
    if (state === 'running') await endCampaign(trx, { planId, today }, author)
    if (state === 'planned' || state === 'running') {
      const before = planFacts({ ...plan, price: eurosFromCents(plan.price_cents) })
      await recordChange(trx, { kind: 'product', id: productId, before, after: {}, author })
      await bumpCatalogue(trx, 'all')
    }
    return (await findPlans(trx, productId, today)) ?? refuse('notFound')
  })

async function endCampaign(trx: Trx, { planId, today }: { planId: number; today: string }, { userId, at }: Author) {
  await trx.deleteFrom('campaign_day').where('price_plan_id', '=', planId).where('day', '>=', today).execute()
  await trx.updateTable('price_plan').set({ ended_at: at, ended_by: userId }).where('id', '=', planId).execute()
}
