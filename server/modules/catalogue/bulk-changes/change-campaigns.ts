import { sql } from 'kysely'
import type { BulkRow } from '#contract/catalogue/bulk-changes.ts'
import type { LanguageCode } from '#contract/values.ts'
import {
  type CampaignFacts,
  campaignFor,
  campaignProblems,
  findObstacle,
  doCampaignsOverlap,
} from '#domain/catalogue/bulk-campaign.ts'
import type { BulkChange, CampaignChange, EndCampaigns } from '#domain/catalogue/bulk-change.ts'
import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { shopDate } from '#domain/shop-date.ts'
import { addCampaigns, removeCampaigns, resumeCampaigns } from '#server/modules/catalogue/price-plans/change-plans.ts'
import {
  findCampaigns,
  findPricedOn,
  type PricedProduct,
  type ProductCampaign,
} from '#server/modules/catalogue/price-plans/queries.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { findUnannounced } from '#server/modules/catalogue/products/reductions.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { storeForUndo, lockProducts, hashStates, toBulkDone } from './change-products.ts'

type CampaignChangeRequest = {
  ids: readonly number[]
  change: CampaignChange | EndCampaigns
  language: LanguageCode
  at: Date
}

/** Which products would get a campaign, or have one that would end, and at which price. */
export async function previewCampaigns({ db }: Context, request: CampaignChangeRequest) {
  const plan = await planCampaigns(db, request)
  return isRefusal(plan) ? plan : toBulkDone(plan, null)
}

/** Plans or ends the campaigns of all products where this is possible, as shown in a preview. */
export async function changeCampaigns(
  { db }: Context,
  { preview_hash, ...productDays }: Omit<CampaignChangeRequest, 'at'> & { preview_hash: string },
  author: Author,
) {
  return inRefusableTransaction(db, async trx => {
    await lockProducts(trx, productDays.ids)
    const plan = await planCampaigns(trx, { ...productDays, at: author.at })
    if (isRefusal(plan)) return plan
    if (plan.preview_hash !== preview_hash) return refuse('record.changed')
    const changing = plan.rows.filter(({ row }) => row.outcome === 'changed')
    if (changing.length === 0) return toBulkDone(plan, null)
    const campaigns = await saveCampaigns(trx, { changing, change: productDays.change }, author)
    await bumpCatalogue(trx, 'all')
    const rows = changing.map(({ product: { id, revision } }) => ({
      product_id: id,
      revision,
      before: { campaigns: (campaigns.get(id) ?? []).map(({ product_id: _said, ...campaign }) => campaign) },
    }))
    return toBulkDone(plan, await storeForUndo(trx, { rows, change: productDays.change }, author))
  })
}

type PlannedCampaigns = { changing: readonly PlannedRow[]; change: CampaignChangeRequest['change'] }

/** Returns what was planned, or ended, by the products. */
async function saveCampaigns(
  trx: Trx,
  { changing, change }: PlannedCampaigns,
  author: Author,
): Promise<Map<number, ProductCampaign[]>> {
  if (change.kind !== 'endCampaign') {
    const { from_day, until_day } = change
    const productDay = changing.map(({ product, row }) => ({
      product_id: product.id,
      price: Number(row.to),
      from_day,
      until_day,
    }))
    return Map.groupBy(await addCampaigns(trx, productDay, author), campaign => campaign.product_id)
  }
  const ended = changing.flatMap(({ ending }) => ending)
  await removeCampaigns(trx, ended, author)
  return Map.groupBy(ended, campaign => campaign.product_id)
}

type PlannedRow = { product: PricedProduct; ending: readonly ProductCampaign[]; row: BulkRow }

/** Plans the change of all existing products, in the order of the ids. */
async function planCampaigns(db: Db, { ids, change, language, at }: CampaignChangeRequest) {
  const today = shopDate(at)
  const problems = change.kind === 'endCampaign' ? [] : campaignProblems(change, today)
  if (problems.length > 0) return refuse('form.invalid', { problems })
  const campaigns = await findCampaigns(db, ids, today)
  const endedCampaigns = (id: number) =>
    change.kind === 'endCampaign' ? endedBy(change, campaigns.get(id), today) : []
  // The price of a campaign is compared with the regular one of its first day, or of today.
  const days = [...new Set(ids)].map(productId => {
    const from = change.kind === 'endCampaign' ? endedCampaigns(productId)[0]?.from_day : change.from_day
    return { productId, day: from !== undefined && from > today ? from : today }
  })
  const pricedOn = await findPricedOn(db, days)
  const rows = days.flatMap((productDay): PlannedRow[] => {
    const product = pricedOn(productDay)
    if (!product) return []
    const ending = endedCampaigns(product.id)
    const others = campaigns.get(product.id) ?? []
    const outcome =
      change.kind === 'endCampaign'
        ? toEndOutcome(product, ending)
        : additionTo(change, toCampaignFacts(product, { today, others }))
    const row = { product_id: product.id, name: textInLanguage(product.names, language), ...outcome }
    return [{ product, ending, row }]
  })
  if (rows.length === 0) return refuse('notFound')
  const states = rows.map(({ product: { id, revision }, row: { from, to, outcome } }) => {
    const plans = (campaigns.get(id) ?? []).map(campaign => campaign.id)
    return [id, revision, from, to, outcome, ...plans].join(':')
  })
  const marked =
    change.kind === 'endCampaign' ? rows : await markUnannounced(db, rows, { fromDay: change.from_day, at })
  return { rows: marked, preview_hash: hashStates(states) }
}

/** The rows, with the new campaigns marked that shoppers would not see announced. */
async function markUnannounced(db: Db, rows: readonly PlannedRow[], { fromDay, at }: { fromDay: string; at: Date }) {
  const drafts = rows
    .filter(({ row }) => row.outcome === 'changed')
    .map(({ product, row }) => ({
      productId: product.id,
      cents: centsFromEuros(Number(row.to)) ?? 0,
      fromDay,
      isPerishable: product.perishable,
    }))
  const unannounced = await findUnannounced(db, drafts, at)
  return rows.map(({ row, ...planned }): PlannedRow => {
    const cents = unannounced.get(planned.product.id)
    if (cents === undefined) return { ...planned, row }
    return { ...planned, row: { ...row, unannounced: { lowest_price: cents === null ? null : eurosFromCents(cents) } } }
  })
}

const endedBy = ({ state }: EndCampaigns, campaigns: readonly ProductCampaign[] = [], today: string) =>
  campaigns.filter(({ from_day }) => (state === 'planned') === from_day > today)

type OtherCampaigns = { today: string; others: readonly ProductCampaign[] }

const toCampaignFacts = (product: PricedProduct, { today, others }: OtherCampaigns): CampaignFacts => ({
  today,
  others,
  regularCents: product.regular_cents,
  depositCents: product.deposit_cents,
  isPricedByLabel: product.product_code_type === 'bulk_encoded_price',
})

type CampaignOutcome = Omit<BulkRow, 'product_id' | 'name'>

function additionTo(change: CampaignChange, facts: CampaignFacts): CampaignOutcome {
  const { campaign, outcome, obstacle } = campaignFor(change, facts)
  const problems = obstacle ? [{ field: 'price', problem: obstacle }] : []
  return { from: eurosFromCents(facts.regularCents), to: campaign.price, outcome, problems }
}

/** Of several campaigns the first one is shown. */
function toEndOutcome({ regular_cents: cents }: PricedProduct, [first]: readonly ProductCampaign[]): CampaignOutcome {
  const to = eurosFromCents(cents)
  return { from: first?.price ?? to, to, outcome: first ? 'changed' : 'same', problems: [] }
}

type UndoCampaignsInput = {
  change: BulkChange
  at: Date
  campaigns: readonly ProductCampaign[]
}

/**
 * Undoes a change of campaigns as far as possible; returns the ids of the products. The caller has locked their rows, and must bump
 * the catalogue.
 */
export async function undoCampaigns(
  trx: Trx,
  { change, at, campaigns }: UndoCampaignsInput,
  author: Author,
): Promise<number[]> {
  const today = shopDate(author.at)
  const live = await findCampaigns(
    trx,
    campaigns.map(({ product_id }) => product_id),
    today,
  )
  const undone =
    change.kind !== 'endCampaign'
      ? await undoPlanned(trx, { campaigns, live }, author)
      : change.state === 'running'
        ? await undoEnded(trx, { campaigns, live, at }, author)
        : await planAgain(trx, { campaigns, live }, author)
  return [...new Set(undone.map(({ product_id }) => product_id))]
}

type UndoContext = { campaigns: readonly ProductCampaign[]; live: ReadonlyMap<number, readonly ProductCampaign[]> }

/** Removes or ends what was planned, unless over, ended or removed since. */
async function undoPlanned(trx: Trx, { campaigns, live }: UndoContext, author: Author) {
  const ids = new Set(campaigns.map(({ id }) => id))
  const removed = [...live.values()].flat().filter(({ id }) => ids.has(id))
  await removeCampaigns(trx, removed, author)
  return removed
}

/**
 * Resumes campaigns only on the day they were ended, and if the product was not cheaper since. Otherwise they would be new
 * reductions, for which the lowest price of the 30 days before is their own, or lower.
 */
async function undoEnded(trx: Trx, { campaigns, live, at }: UndoContext & { at: Date }, author: Author) {
  const today = shopDate(author.at)
  if (shopDate(at) !== today) return []
  const still = await trx
    .selectFrom('price_plan')
    .select('id')
    .where('id', '=', anyId(campaigns.map(({ id }) => id)))
    .where('ended_at', '=', at)
    .where(wasNotLowerSince(at))
    .execute()
  const ended = new Set(still.map(({ id }) => id))
  const isFree = (campaign: ProductCampaign) =>
    !live.get(campaign.product_id)?.some(other => doCampaignsOverlap(other, { ...campaign, from_day: today }))
  const resumed = campaigns.filter(campaign => ended.has(campaign.id) && isFree(campaign))
  await resumeCampaigns(trx, resumed, author)
  return resumed
}

/** Whether the product of a plan has cost at least the plan's price since a moment of today. */
const wasNotLowerSince = (at: Date) => sql<boolean>`NOT EXISTS (
  SELECT FROM product_version AS later WHERE later.product_id = price_plan.product_id
    AND later.created_at >= ${at} AND later.price_cents < price_plan.price_cents
  UNION ALL SELECT FROM price_plan AS other WHERE other.product_id = price_plan.product_id AND other.kind = 'campaign'
    AND other.created_at >= ${at} AND other.from_day <= ${shopDate(at)}::date AND other.price_cents < price_plan.price_cents)`

/** Plans a product's removed campaigns again, checked like new ones: all or none. */
async function planAgain(trx: Trx, { campaigns, live }: UndoContext, author: Author) {
  const today = shopDate(author.at)
  const priced = await findPricedOn(
    trx,
    campaigns.map(({ product_id: productId, from_day: day }) => ({ productId, day })),
  )
  const fits = (campaign: ProductCampaign) => {
    const product = priced({ productId: campaign.product_id, day: campaign.from_day })
    const others = live.get(campaign.product_id) ?? []
    return product !== undefined && findObstacle(campaign, toCampaignFacts(product, { today, others })) === undefined
  }
  const fitting = [...Map.groupBy(campaigns, ({ product_id }) => product_id).values()].filter(productCampaigns =>
    productCampaigns.every(fits),
  )
  return addCampaigns(
    trx,
    fitting.flat().map(({ id: _former, ...campaign }) => campaign),
    author,
  )
}
