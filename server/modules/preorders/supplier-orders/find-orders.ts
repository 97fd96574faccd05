import { sql } from 'kysely'
import type { SupplierOrder } from '#contract/preorders/supplier-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import {
  findEventStores,
  findLines,
  findProducts,
  type PreorderRow,
  type ProductRow,
} from '#server/modules/preorders/admin-preorders/find-lines.ts'
import { quantitiesByStore, sumQuantity } from '#server/modules/preorders/admin-preorders/find-totals.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** `supplierId` undefined: all suppliers with booked products of the event, or an earlier order for it. */
type SupplierOrdersQuery = { eventId: number; supplierId?: number | undefined; language: LanguageCode }

/** What an event needs from suppliers, with what was last ordered; suppliers by name. */
export async function findSupplierOrders(db: Db, query: SupplierOrdersQuery): Promise<SupplierOrder[]> {
  const { eventId, supplierId, language } = query
  const isWanted = (row: { supplierId: number }) => supplierId === undefined || row.supplierId === supplierId
  const lines = (await findLines(db, { eventId, stores: StoreScope.all })).filter(isWanted)
  const last = (await findLastOrders(db, eventId)).filter(isWanted)
  const stores = await findEventStores(db, { eventId, stores: StoreScope.all })
  const productIds = [
    ...lines.map(line => line.productId),
    ...last.flatMap(row => row.lines.map(line => line.product_id)),
  ]
  const products = await findProducts(db, [...new Set(productIds)], language)
  const suppliers = await findSuppliers(db, [...new Set([...lines, ...last].map(row => row.supplierId))])
  return suppliers.map(supplier => {
    const supplierLines = lines.filter(line => line.supplierId === supplier.id)
    const sent = last.find(row => row.supplierId === supplier.id)
    return { supplier, stores, ...toOrderResponse(supplierLines, sent, products) }
  })
}

async function findSuppliers(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('supplier').select(['id', 'name', 'email']).where('id', 'in', ids).execute()
  return rows.toSorted(byFinnishName)
}

/** The newest order of each supplier. */
const findLastOrders = (db: Db, eventId: number) =>
  db
    .selectFrom('supplier_order as sent')
    .innerJoin('app_user', 'app_user.id', 'sent.user_id')
    .distinctOn('sent.supplier_id')
    .select(['sent.id', 'sent.supplier_id as supplierId', 'sent.sent_to', 'sent.lines', 'sent.created_at'])
    .select(['app_user.id as user_id', sql<string | null>`app_user.email`.as('email')])
    .where('sent.event_id', '=', eventId)
    .orderBy('sent.supplier_id')
    .orderBy('sent.id', 'desc')
    .execute()
type LastOrder = Awaited<ReturnType<typeof findLastOrders>>[number]

function toOrderResponse(
  lines: readonly PreorderRow[],
  sent: LastOrder | undefined,
  products: ReadonlyMap<number, ProductRow>,
) {
  const ordered = new Map(sent?.lines.map(line => [line.product_id, line.quantity_thousandths]))
  const ids = new Set([...lines.map(({ productId }) => productId), ...ordered.keys()])
  const shown = [...ids].map(id => {
    const productLines = lines.filter(({ productId }) => productId === id)
    const before = ordered.get(id)
    return {
      ...toProductResponse(id, products.get(id)),
      quantity: sumQuantity(productLines),
      by_store: quantitiesByStore(productLines),
      before: before === undefined ? null : quantityFromThousandths(before),
    }
  })
  return {
    // Leaves out products that are not needed and were not ordered.
    lines: shown.filter(({ quantity, before }) => quantity > 0 || (before ?? 0) > 0).toSorted(byFinnishName),
    last: sent ? toLastOrderResponse(sent) : null,
    is_changed: sent !== undefined && shown.some(({ quantity, before }) => quantity !== (before ?? 0)),
  }
}

const toProductResponse = (product_id: number, product: ProductRow | undefined) => ({
  product_id,
  name: product?.name ?? '',
  unit: product?.unit ?? '',
  code: product?.ean13 ?? product?.product_code ?? null,
})

const toLastOrderResponse = ({ id, created_at, sent_to, user_id, email }: LastOrder) => ({
  id,
  sent_at: created_at.toISOString(),
  sent_to,
  by: email === null ? null : { id: user_id, email },
})
