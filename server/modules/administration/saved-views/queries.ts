import { sql } from 'kysely'
import { adminUsers } from '#contract/accounts/admin-users.ts'
import { audit } from '#contract/administration/audit-log.ts'
import { adminHome } from '#contract/administration/dashboard.ts'
import { type SavedView, VIEWED_LISTS, type ViewedList } from '#contract/administration/saved-views.ts'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { type Access, isOfficeAccess } from '#contract/endpoint.ts'
import { adminOrders } from '#contract/orders/admin-orders.ts'
import { refunds } from '#contract/payments/refunds.ts'
import { terminals } from '#contract/payments/terminals.ts'
import { unresolvedPayments } from '#contract/payments/unresolved-payments.ts'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** The calls whose rows the lists show. */
const LIST_CALLS: Record<ViewedList, { access: Access }> = {
  products: adminProducts.list,
  suppliers: suppliers.get,
  stock: stock.list,
  ledger: stock.ledger,
  stockTakes: stockTakes.list,
  stockTakeLines: stockTakes.lines,
  audit: audit.list,
  orders: adminOrders.list,
  preorders: adminPreorders.list,
  refunds: refunds.unresolved,
  payments: unresolvedPayments.list,
  users: adminUsers.list,
  stores: adminStores.list,
  terminals: terminals.list,
  unknownCodes: adminHome.get,
  preorderEvents: adminPreorderEvents.list,
}

/** Whether a person may read a list, in some store at least. */
export function mayReadList(person: Parameters<typeof StoreScope.ofPerson>[0], list: ViewedList): boolean {
  const { access } = LIST_CALLS[list]
  return isOfficeAccess(access) && !StoreScope.ofPerson(person, access).isEmpty
}

/** The views that an admin sees: their own, and those that others share. */
export const visibleTo = (db: Db, userId: number) =>
  db
    .selectFrom('saved_view as view')
    .where(({ or, eb }) => or([eb('view.user_id', '=', userId), eb('view.is_shared', '=', sql.lit(true))]))

/** In the admin's own order. */
export async function findViews(db: Db, userId: number, list: ViewedList): Promise<SavedView[]> {
  const rows = await visibleTo(db, userId)
    .leftJoin('saved_view_position as position', join =>
      join.onRef('position.saved_view_id', '=', 'view.id').on('position.user_id', '=', userId),
    )
    .selectAll('view')
    .where('view.list', '=', list)
    .orderBy('position.position', row => row.asc().nullsLast())
    .orderBy('view.id')
    .execute()
  return rows.flatMap(row => toView(row, userId))
}

type ViewRow = { id: number; user_id: number; list: string; name: string; query: string; is_shared: boolean }

/** Returns no view for a list that only a newer version has. */
export function toView({ user_id, is_shared, list, id, name, query }: ViewRow, userId: number): SavedView[] {
  const viewedList = VIEWED_LISTS.find(each => each === list)
  return viewedList ? [{ id, list: viewedList, name, query, shared: is_shared, is_own: user_id === userId }] : []
}
