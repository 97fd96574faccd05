import type { StoredCampaign } from '#domain/catalogue/bulk-campaign.ts'
import type { ChangedFields } from '#domain/catalogue/bulk-change.ts'
import type { GridUndo } from '#domain/catalogue/grid/grid-change.ts'
import { parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { shopDate } from '#domain/shop-date.ts'
import { removePurchasePrices, savePurchasePrices } from '#server/modules/catalogue/purchase-prices/save-prices.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { undoCampaigns } from './change-campaigns.ts'
import { restoreFields } from './restore-fields.ts'

type GridRow = {
  product_id: number
  revision: number
  before: ChangedFields & GridUndo & { campaigns?: StoredCampaign[] }
}
type UndoneGrid = { rows: readonly GridRow[]; at: Date }

/**
 * Undoes a grid's change of products whose form and purchase price were not saved since; returns the ids of those that are wholly as
 * before. The caller has locked their rows, and must bump the catalogue.
 */
export async function undoGrid(trx: Trx, { rows, at }: UndoneGrid, author: Author): Promise<number[]> {
  const untouched = await findUntouched(trx, rows)
  const withFields = untouched.filter(hasFields)
  const restored = new Set(await restoreFields(trx, withFields.map(onlyFields), author))
  const whole = untouched.filter(row => restored.has(row.product_id) || !hasFields(row))
  await undoPurchases(trx, whole, author)
  const undone = await undoPlans(trx, { rows: whole, at }, author)
  return whole.map(({ product_id }) => product_id).filter(id => undone.has(id))
}

const onlyFields = ({ before, ...row }: GridRow) => {
  const { purchase: _dated, campaigns: _planned, ended: _ended, ...fields } = before
  return { ...row, before: fields }
}

const hasFields = (row: GridRow) => Object.keys(onlyFields(row).before).length > 0

/** The rows whose product has the revision of the change, and still its purchase price. */
async function findUntouched(trx: Trx, rows: readonly GridRow[]): Promise<GridRow[]> {
  const ids = anyId(rows.map(({ product_id }) => product_id))
  const products = await trx.selectFrom('product').select(['id', 'revision']).where('id', '=', ids).execute()
  const revisions = new Map(products.map(({ id, revision }) => [id, revision]))
  const prices = await trx
    .selectFrom('purchase_price')
    .select(['product_id', 'supplier_id', 'valid_from', 'price_ten_thousandths'])
    .where('product_id', '=', ids)
    .execute()
  const priceKeys = new Set(prices.map(price => Object.values(price).join(' ')))
  return rows.filter(({ product_id, revision, before: { purchase } }) => {
    const key = purchase && [product_id, purchase.supplier_id, purchase.valid_from, parsePurchasePrice(purchase.price)]
    return revisions.get(product_id) === revision && (!key || priceKeys.has(key.join(' ')))
  })
}

async function undoPurchases(trx: Trx, rows: readonly GridRow[], author: Author): Promise<void> {
  const purchases = rows.flatMap(({ product_id: productId, before: { purchase } }) =>
    purchase ? [{ productId, ...purchase }] : [],
  )
  await removePurchasePrices(
    trx,
    purchases.map(({ former: _earlier, ...price }) => price),
    author,
  )
  const former = purchases.flatMap(({ former: price, ...key }) => (price === null ? [] : [{ ...key, price }]))
  await savePurchasePrices(trx, former, author)
}

/** Removes planned campaigns, and restores ended ones as far as possible; returns the products that have no other ones. */
async function undoPlans(trx: Trx, { rows, at }: UndoneGrid, author: Author): Promise<Set<number>> {
  const listCampaigns = (name: 'campaigns' | 'ended') =>
    rows.flatMap(({ product_id, before }) => (before[name] ?? []).map(campaign => ({ ...campaign, product_id })))
  const [planned, ended] = [listCampaigns('campaigns'), listCampaigns('ended')]
  const wasRunning = ({ from_day }: StoredCampaign) => from_day <= shopDate(at)
  const days = { from_day: '', until_day: '' }
  const removed = await undoCampaigns(
    trx,
    { change: { kind: 'campaignTo', price: 0, ...days }, at, campaigns: planned },
    author,
  )
  const resumed = await undoCampaigns(
    trx,
    { change: { kind: 'endCampaign', state: 'running' }, at, campaigns: ended.filter(wasRunning) },
    author,
  )
  const again = ended.filter(campaign => !wasRunning(campaign))
  const plannedAgain = await undoCampaigns(
    trx,
    { change: { kind: 'endCampaign', state: 'planned' }, at, campaigns: again },
    author,
  )
  const isUndone = ({ product_id, before }: GridRow) =>
    (!before.campaigns?.length || removed.includes(product_id)) &&
    (!before.ended?.length || resumed.includes(product_id) || plannedAgain.includes(product_id))
  return new Set(rows.filter(isUndone).map(({ product_id }) => product_id))
}
