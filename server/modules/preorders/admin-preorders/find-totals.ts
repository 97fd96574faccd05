import type { EventTotals } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { eurosFromCents } from '#domain/money.ts'
import { sumLines, withVatShares, type TaxedLine } from '#domain/preorders/preorder-totals.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import {
  findEvent,
  findEventStores,
  findLines,
  findProducts,
  type PreorderRow,
  type EventPlace,
  type ProductRow,
} from './find-lines.ts'

/** The booked quantities of an event, in some stores; undefined if the event, or this store of it, does not exist. */
export const findTotals = (db: Db, place: EventPlace, language: LanguageCode) =>
  inSnapshot(db, snapshot => findInSnapshot(snapshot, place, language))

async function findInSnapshot(db: Db, place: EventPlace, language: LanguageCode): Promise<EventTotals | undefined> {
  const event = await findEvent(db, place.eventId, language)
  const stores = await findEventStores(db, place)
  if (!event || (place.stores.ids !== 'all' && stores.length === 0)) return undefined
  const lines = withVatShares(await findLines(db, place))
  const products = await findProducts(db, [...new Set(lines.map(({ productId }) => productId))], language)
  const suppliers = await findSuppliers(db, [...new Set(lines.map(({ supplierId }) => supplierId))])
  const { status: _status, ...head } = event
  return {
    event: head,
    stores,
    orders: new Set(lines.map(({ orderId }) => orderId)).size,
    suppliers: suppliers.map(supplier => {
      const supplierLines = lines.filter(({ supplierId }) => supplierId === supplier.id)
      return { ...supplier, products: toProductsResponse(supplierLines, products), ...toSumsResponse(supplierLines) }
    }),
    ...toSumsResponse(lines),
  }
}

async function findSuppliers(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('supplier').select(['id', 'name']).where('id', 'in', ids).execute()
  return rows.toSorted(byFinnishName)
}

const toProductsResponse = (lines: readonly (PreorderRow & TaxedLine)[], products: ReadonlyMap<number, ProductRow>) =>
  [...Map.groupBy(lines, ({ productId }) => productId)]
    .map(([id, supplierLines]) => ({
      id,
      name: products.get(id)?.name ?? '',
      unit: products.get(id)?.unit ?? '',
      quantity: sumQuantity(supplierLines),
      by_store: quantitiesByStore(supplierLines),
      ...toSumsResponse(supplierLines),
    }))
    .toSorted(byFinnishName)

type CountedLine = Pick<PreorderRow, 'storeId' | 'quantityThousandths'>

export const sumQuantity = (lines: readonly Pick<CountedLine, 'quantityThousandths'>[]): number =>
  quantityFromThousandths(lines.reduce((sum, line) => sum + line.quantityThousandths, 0))

export const quantitiesByStore = (lines: readonly CountedLine[]) =>
  [...Map.groupBy(lines, ({ storeId }) => storeId)].map(([store_id, some]) => ({
    store_id,
    quantity: sumQuantity(some),
  }))

function toSumsResponse(lines: readonly TaxedLine[]) {
  const { grossCents, netCents, vatCents, byRate } = sumLines(lines)
  return {
    gross: eurosFromCents(grossCents),
    net: eurosFromCents(netCents),
    tax: eurosFromCents(vatCents),
    vat_by_rate: byRate.map(rate => ({
      vat: rate.rateBasisPoints / 100,
      gross: eurosFromCents(rate.grossCents),
      net: eurosFromCents(rate.netCents),
      tax: eurosFromCents(rate.vatCents),
    })),
  }
}
