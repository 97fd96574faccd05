import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import type { GridRowChange, PlannedGridRow } from '#contract/catalogue/product-grid.ts'
import type { LanguageCode } from '#contract/values.ts'
import { type BulkCampaign, doCampaignsOverlap } from '#domain/catalogue/bulk-campaign.ts'
import { GRID_FIELDS, type GridField, type GridValues, mergeRow } from '#domain/catalogue/grid/grid-change.ts'
import { planProblems } from '#domain/catalogue/price-plan.ts'
import { productProblems } from '#domain/catalogue/product-form.ts'
import { centsFromEuros } from '#domain/money.ts'
import { findAdminProducts, toProductInput } from '#server/modules/catalogue/admin-products/queries.ts'
import {
  findCampaigns,
  findPricedOn,
  type PricedProduct,
  type ProductCampaign,
} from '#server/modules/catalogue/price-plans/queries.ts'
import { type LabelLayouts, readLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { hashStates } from './change-products.ts'
import { findOwnPrices, shownCampaign } from './grid-rows.ts'

export type GridChangeRequest = {
  rows: readonly GridRowChange[]
  storeId: number | undefined
  language: LanguageCode
  today: string
}

/** The changed values of a row. */
type ChangedValues = Partial<GridValues>

/** The result of a row: what will be saved, if its outcome is `changed`. */
export type PlannedGridChange = {
  before: AdminProduct
  form: ProductInput
  changed: ChangedValues
  /** The campaign that the cell showed. */
  shown: ProductCampaign | undefined
  row: PlannedGridRow
}

type GridFacts = {
  products: ReadonlyMap<number, AdminProduct>
  purchasePrices: ReadonlyMap<number, number>
  campaigns: ReadonlyMap<number, readonly ProductCampaign[]>
  pricedOn: (key: { productId: number; day: string }) => PricedProduct | undefined
  layouts: LabelLayouts
  existing: { group_id: ReadonlySet<number | null>; vat_class_id: ReadonlySet<number> }
}

/** What a grid's rows would change now, and a hash of all that this depends on. */
export async function planGrid(db: Db, request: GridChangeRequest) {
  const facts = await findFacts(db, request)
  const missing = request.rows.filter(({ product_id }) => !facts.products.has(product_id))
  const planned = request.rows.flatMap(change => {
    const before = facts.products.get(change.product_id)
    return before ? [planRow(before, { change, facts, request })] : []
  })
  const states = planned.map(({ before, row, ...plan }) => `${before.id}:${before.revision}:${toState(plan, row)}`)
  return { planned, missing: missing.map(toMissing), preview_hash: hashStates(states) }
}

const toState = ({ shown }: Pick<PlannedGridChange, 'shown'>, { cells, outcome }: PlannedGridRow) =>
  JSON.stringify([outcome, shown?.id, cells.map(({ from }) => from)])

const toMissing = ({ product_id }: GridRowChange): PlannedGridRow => ({
  product_id,
  name: '',
  outcome: 'invalid',
  cells: [],
  problems: [{ field: 'product', problem: 'unknown' }],
})

async function findFacts(db: Db, { rows, today }: GridChangeRequest): Promise<GridFacts> {
  const ids = rows.map(({ product_id }) => product_id)
  const planned = rows.flatMap(({ product_id: productId, campaign }) =>
    campaign?.to ? [{ productId, day: priceDayFor(campaign.to, today) }] : [],
  )
  return {
    products: await findAdminProducts(db, ids, today),
    purchasePrices: await findOwnPrices(db, ids, today),
    campaigns: await findCampaigns(db, ids, today),
    pricedOn: await findPricedOn(db, planned),
    layouts: await readLayouts(db),
    existing: {
      group_id: new Set([null, ...readIds(await db.selectFrom('product_group').select('id').execute())]),
      vat_class_id: new Set(readIds(await db.selectFrom('vat_class').select('id').execute())),
    },
  }
}

const readIds = (found: readonly { id: number }[]) => found.map(({ id }) => id)

/** The day whose regular price a campaign is compared with. */
const priceDayFor = ({ from_day }: BulkCampaign, today: string) => (from_day > today ? from_day : today)

type RowPlan = { change: GridRowChange; facts: GridFacts; request: GridChangeRequest }

function planRow(before: AdminProduct, { change, facts, request }: RowPlan): PlannedGridChange {
  const saved = toProductInput(before)
  const campaigns = facts.campaigns.get(before.id) ?? []
  const now = toValues(before, { facts, request })
  const { product_id, ...key } = change
  const cells = mergeRow(key, now)
  const changed: ChangedValues = Object.fromEntries(
    cells.filter(({ outcome }) => outcome === 'changed').map(({ field, to }) => [field, to]),
  )
  const form = toForm(saved, { changed, before, storeId: request.storeId })
  const problems = [
    ...unknownProblems(changed, facts),
    ...formProblems(form, before, facts.layouts),
    ...campaignProblems(before, { changed, campaigns, facts, today: request.today }),
  ]
  const outcome = cells.some(cell => cell.outcome === 'theirs')
    ? 'theirs'
    : Object.keys(changed).length === 0
      ? 'same'
      : problems.length > 0
        ? 'invalid'
        : 'changed'
  const name = textInLanguage(before.names, request.language)
  return { before, form, changed, shown: campaigns[0], row: { product_id, name, outcome, cells, problems } }
}

function toValues(product: AdminProduct, { facts, request }: Omit<RowPlan, 'change'>): GridValues {
  const { price, alarm_limit, group_id, vat_class_id, order_pack, enabled } = product
  const inStore = product.stores.find(({ store_id }) => store_id === request.storeId)
  return {
    price,
    alarm_limit,
    group_id,
    vat_class_id,
    order_pack,
    enabled,
    purchase_price: facts.purchasePrices.get(product.id) ?? null,
    offered: inStore?.offered ?? null,
    campaign: shownCampaign(facts.campaigns.get(product.id)),
  }
}

type FormChange = { changed: ChangedValues; before: AdminProduct; storeId: number | undefined }

/** The product's form with the changed fields; what stores do with it only where that changes. */
function toForm(saved: ProductInput, { changed, before, storeId }: FormChange): ProductInput {
  const { offered, campaign: _planned, purchase_price: _dated, ...fields } = changed
  const inStore = before.stores.find(({ store_id }) => store_id === storeId)
  if (typeof offered !== 'boolean' || !inStore) return { ...saved, ...fields }
  const { store_id, alarm_limit } = inStore
  return { ...saved, ...fields, stores: [{ store_id, alarm_limit, offered }] }
}

type GridProblems = PlannedGridRow['problems']

function unknownProblems({ group_id, vat_class_id }: ChangedValues, { existing }: GridFacts): GridProblems {
  return [
    ...(group_id !== undefined && !existing.group_id.has(group_id) ? (['group_id'] as const) : []),
    ...(vat_class_id !== undefined && !existing.vat_class_id.has(vat_class_id) ? (['vat_class_id'] as const) : []),
  ].map(field => ({ field, problem: 'unknown' }))
}

/** Problems of fields that the grid doesn't show are those of the price: only a deposit depends on it. */
const formProblems = (form: ProductInput, before: AdminProduct, layouts: LabelLayouts): GridProblems =>
  productProblems(form, layouts, before).map(({ field, problem }) => ({
    field: GRID_FIELDS.find((each): each is GridField => each === field) ?? 'price',
    problem,
  }))

type CampaignCheck = { changed: ChangedValues; campaigns: readonly ProductCampaign[]; facts: GridFacts; today: string }

/** The campaign replaces the one that the cell showed, and may not share a day with another one. */
function campaignProblems(before: AdminProduct, { changed, campaigns, facts, today }: CampaignCheck): GridProblems {
  const { campaign } = changed
  const priced = campaign && facts.pricedOn({ productId: before.id, day: priceDayFor(campaign, today) })
  if (!campaign || !priced) return []
  const savedCents = centsFromEuros(before.price)
  // A planned price stays the regular one whatever the form's price becomes.
  const isPlanned = priced.regular_cents !== savedCents
  const formCents = changed.price === undefined ? savedCents : centsFromEuros(changed.price)
  const [found] = planProblems(
    { kind: 'campaign', ...campaign },
    {
      today,
      regularCents: isPlanned ? priced.regular_cents : (formCents ?? 0),
      depositCents: priced.deposit_cents,
      isPricedByLabel: priced.product_code_type === 'bulk_encoded_price',
    },
  )
  const isTaken = campaigns.slice(1).some(other => doCampaignsOverlap(other, campaign))
  return found
    ? [{ field: 'campaign', problem: found.problem }]
    : isTaken
      ? [{ field: 'campaign', problem: 'overlaps' }]
      : []
}
