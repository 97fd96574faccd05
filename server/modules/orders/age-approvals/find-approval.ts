import { sql } from 'kysely'
import type { ApprovalAnswer } from '#contract/orders/approvals.ts'
import { type AgeApproval, approvalState } from '#domain/orders/age-approval.ts'
import { alcoholTime, mayPayAlcohol, staffedTime } from '#domain/stores/staffed-time.ts'
import { findAlcoholScans } from '#server/modules/stores/staffed-time/alcohol-scans.ts'
import { findStaffedHours, type StoreStaff } from '#server/modules/stores/staffed-time/find-staffed-hours.ts'
import { isStaffIn } from '#server/platform/rights/rights-of-user.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** Whether the `order_line` of a statement is of goods with a minimum age, by its product as it was ordered or as it is now. */
export const isAgeLimited = sql<boolean>`(order_line.age_limited
  OR (SELECT product.min_age IS NOT NULL OR product.alcohol FROM product WHERE product.id = order_line.product_id))`

/** The goods with a minimum age in some orders. */
export const findLimitedGoods = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('order_line')
    .innerJoin('product', 'product.id', 'order_line.product_id')
    .innerJoin('product_version as version', 'version.id', 'order_line.product_version_id')
    .select([
      'order_line.order_id as orderId',
      'product.id as productId',
      'product.alcohol',
      'product.min_age as minAge',
    ])
    .select(['version.names', 'version.unit', 'order_line.quantity_thousandths as quantityThousandths'])
    .where('order_line.order_id', 'in', [...orderIds])
    .where(isAgeLimited)
    .orderBy('order_line.id')
    .execute()
export type LimitedGoods = Awaited<ReturnType<typeof findLimitedGoods>>[number]

type OrderToPayInput = { orderId: number; userId?: number }

const orderToPay = (db: Db, { orderId, userId }: OrderToPayInput) =>
  db
    .selectFrom('customer_order')
    .select(['id', 'user_id', 'store_id', 'total_cents', 'order_type', 'status', 'cancelled_at'])
    .where('id', '=', orderId)
    .$if(userId !== undefined, rows => rows.where('user_id', '=', userId ?? 0))

/** An order, of this shopper if one is named. */
export const findOrderToPay = (db: Db, input: OrderToPayInput) => orderToPay(db, input).executeTakeFirst()

/** The same, locked against a payment. */
export const lockOrderToPay = (db: Db, input: OrderToPayInput) =>
  orderToPay(db, input).forNoKeyUpdate().executeTakeFirst()
type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrderToPay>>>

export const isPayable = ({ status, order_type: type, cancelled_at: cancelledAt }: FoundOrder): boolean =>
  cancelledAt === null &&
  (type === 'standard' ? status === 'checkout' : status === 'preorder_booked' || status === 'preorder_delivered')

/** The approval of an order that someone wants to pay now, and why it can't be given. */
export async function judgeOrder(db: Db, order: FoundOrder, now: Date): Promise<JudgedOrder> {
  const goods = isPayable(order) ? await findLimitedGoods(db, [order.id]) : []
  const staff = goods.length === 0 ? undefined : await findStaffedHours(db, order.store_id, now)
  if (!staff) return { answer: NOT_NEEDED, goods, staff: undefined }
  const alcoholIds = goods.filter(({ alcohol }) => alcohol).map(({ productId }) => productId)
  const isAlcoholSold = await mayPayAll(db, { order, alcoholIds, staff, now })
  const approval = await findApproval(db, { order, revision: staff.revision })
  const isOtherPresent = staff.presentIds.some(id => id !== order.user_id)
  const hasApprover = isOtherPresent || (staff.planned !== undefined && (await hasOtherStaff(db, order)))
  const situation = { approval, totalCents: order.total_cents, isStaffed: staff.isStaffed, isOtherPresent, hasApprover }
  const state = approvalState({ ...situation, isAlcoholSold, now })
  const next = (alcoholIds.length > 0 ? alcoholTime : staffedTime)(staff.hours, now)
  return {
    answer: {
      state,
      expires_at: state === 'waiting' ? (approval?.expiresAt.toISOString() ?? null) : null,
      sold_from: next && next.from > now.getTime() ? new Date(next.from).toISOString() : null,
    },
    goods,
    staff,
  }
}

type JudgedOrder = { answer: ApprovalAnswer; goods: LimitedGoods[]; staff: StoreStaff | undefined }
const NOT_NEEDED = { state: 'notNeeded', expires_at: null, sold_from: null } as const

type AlcoholInOrder = { order: FoundOrder; alcoholIds: readonly number[]; staff: StoreStaff; now: Date }

async function mayPayAll(db: Db, { order, alcoholIds, staff, now }: AlcoholInOrder): Promise<boolean> {
  if (alcoholIds.length === 0) return true
  const shelf = { userId: order.user_id, storeId: order.store_id, productIds: alcoholIds }
  const scans = await findAlcoholScans(db, shelf)
  return alcoholIds.every(id => mayPayAlcohol(staff.timeZone, { scannedAt: scans.get(id), now }))
}

/** Whether a person other than the shopper has a right in the store. */
async function hasOtherStaff(db: Db, { store_id: storeId, user_id: shopperId }: FoundOrder): Promise<boolean> {
  const others = db.selectFrom('app_user').select('id').where('id', '<>', shopperId).where(isStaffIn(storeId)).limit(1)
  return (await others.executeTakeFirst()) !== undefined
}

type StoredApproval = { order: FoundOrder; revision: number }

async function findApproval(db: Db, { order, revision }: StoredApproval): Promise<AgeApproval | undefined> {
  const row = await db
    .selectFrom('order_approval')
    .selectAll('order_approval')
    .leftJoin('app_user', 'app_user.id', 'order_approval.decided_by')
    .select(isStaffIn(order.store_id).as('isStaff'))
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  if (!row) return undefined
  const { decision, expires_at: expiresAt, valid_until: validUntil, total_cents: totalCents } = row
  const staffedUntil = row.store_revision === revision ? row.staffed_until : null
  const isEntitled = row.isStaff && row.decided_by !== order.user_id
  return { decision, expiresAt, validUntil, totalCents, staffedUntil, isEntitled }
}
