import { APPROVAL_VALID_MS, type ApprovalDecision } from '#domain/orders/age-approval.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import { findStaffedHours, type StoreStaff } from '#server/modules/stores/staffed-time/find-staffed-hours.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { isPayable, judgeOrder, lockOrderToPay } from './find-approval.ts'

type DecideInput = { orderId: number; userId: number; isApproved: boolean }

/** Who may approve: a person who has said that they are in the store, and in its staffed hours everybody with a right there. */
const isOnStaff = ({ planned, presentIds }: StoreStaff, userId: number) =>
  planned !== undefined || presentIds.includes(userId)

/** What an approval by a person on staff records; the order may be paid while someone is in the store. */
const toDecided = (
  decision: ApprovalDecision,
  { staff, userId, at }: { staff: StoreStaff; userId: number; at: Date },
) => ({
  decision,
  decided_at: at,
  decided_by: userId,
  valid_until: decision === 'approved' ? new Date(at.getTime() + APPROVAL_VALID_MS) : null,
  staffed_until: staff.planned ? new Date(staff.planned.to) : null,
  store_revision: staff.planned ? staff.revision : null,
})

/** Approves or refuses another person's request, once: of two decisions at the same moment the first counts. */
export const decideApproval = (context: Context, { orderId, userId, isApproved }: DecideInput) =>
  inRefusableTransaction(context.db, async trx => {
    const at = context.now()
    const order = await lockOrderToPay(trx, { orderId })
    const request = await trx
      .selectFrom('order_approval')
      .selectAll()
      .where('order_id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    const staff = order && (await findStaffedHours(trx, order.store_id, at))
    if (!order || !staff) return refuse('notFound')
    if (!request) return refuse('approval.over')
    if (request.decision !== null) return refuse('approval.decided', { decision: request.decision })
    const isOver = request.expires_at <= at || request.total_cents !== order.total_cents || !isPayable(order)
    if (isOver) return refuse('approval.over')
    if (order.user_id === userId) return refuse('approval.own')
    if (!isOnStaff(staff, userId)) return refuse('approval.notOnStaff')
    await trx
      .updateTable('order_approval')
      .set(toDecided(isApproved ? 'approved' : 'refused', { staff, userId, at }))
      .where('order_id', '=', orderId)
      .execute()
    await recordDecision(trx, { order, isApproved, userId, at })
    return {}
  })

type DecidedOrder = { order: { id: number; status: OrderStatus }; isApproved: boolean; userId: number; at: Date }

/** In the order's history, as who decided and when. */
const recordDecision = (trx: Trx, { order: { id: orderId, status }, isApproved, userId, at }: DecidedOrder) =>
  recordOrderEvents(trx, [
    {
      orderId,
      from: status,
      to: status,
      kind: isApproved ? 'age_approved' : 'age_refused',
      actor: 'admin',
      userId,
      at,
    },
  ])

type HandoverInput = { orderId: number; userId: number; at: Date }

/**
 * Whether an order that was paid in another way could be sold: a person on staff who records it approves it thereby, unless it is
 * their own. The caller has locked it.
 */
export async function approveInPerson(trx: Trx, { orderId, userId, at }: HandoverInput): Promise<boolean> {
  const order = await lockOrderToPay(trx, { orderId })
  if (!order) return false
  const { answer, staff } = await judgeOrder(trx, order, at)
  if (!staff || answer.state === 'approved') return true
  const isSoldNow = answer.state !== 'staffGone' && answer.state !== 'alcoholHours' && answer.state !== 'refused'
  const isApprover = isOnStaff(staff, userId) && order.user_id !== userId
  if (!isSoldNow || !staff.sellsAgeRestricted || !isApprover) return false
  const request = { total_cents: order.total_cents, requested_at: at, expires_at: at }
  const row = { ...request, ...toDecided('approved', { staff, userId, at }) }
  await trx
    .insertInto('order_approval')
    .values({ order_id: orderId, ...row })
    .onConflict(conflict => conflict.column('order_id').doUpdateSet(row))
    .execute()
  await recordDecision(trx, { order, isApproved: true, userId, at })
  return true
}
