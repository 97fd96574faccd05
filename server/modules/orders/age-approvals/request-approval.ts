import type { ApprovalAnswer } from '#contract/orders/approvals.ts'
import type { LanguageCode } from '#contract/values.ts'
import { RIGHTS_FOR } from '#domain/accounts/store-rights.ts'
import { APPROVAL_WAIT_MS, canRequest } from '#domain/orders/age-approval.ts'
import { notifyShoppers } from '#server/modules/messaging/push/notify-shoppers.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'
import { findOrderToPay, judgeOrder, type LimitedGoods, lockOrderToPay } from './find-approval.ts'

type OwnOrder = { orderId: number; userId: number }

/** The approval of the caller's own order. */
export async function findOwnApproval({ db, now }: Context, input: OwnOrder) {
  const order = await findOrderToPay(db, input)
  return order ? (await judgeOrder(db, order, now())).answer : refuse('notFound')
}

/** Asks those in the store to approve the caller's order, once until they decide or the request times out. */
export const requestApproval = (context: Context, input: OwnOrder) =>
  inRefusableTransaction(context.db, async (trx): Promise<ApprovalAnswer | ReturnType<typeof refuse<'notFound'>>> => {
    const order = await lockOrderToPay(trx, input)
    if (!order) return refuse('notFound')
    const now = context.now()
    const { answer, goods, staff } = await judgeOrder(trx, order, now)
    if (!staff || !canRequest(answer.state)) return answer
    const expiresAt = new Date(now.getTime() + APPROVAL_WAIT_MS)
    const request = { total_cents: order.total_cents, requested_at: now, expires_at: expiresAt }
    const undecided = {
      decision: null,
      decided_at: null,
      decided_by: null,
      valid_until: null,
      staffed_until: null,
      store_revision: null,
    }
    await trx
      .insertInto('order_approval')
      .values({ order_id: order.id, ...request })
      .onConflict(conflict => conflict.column('order_id').doUpdateSet({ ...request, ...undecided }))
      .execute()
    const staffIds = await findOtherStaff(trx, { order, presentIds: staff.presentIds })
    await notifyStaff(trx, { staffIds, storeId: order.store_id, goods, orderId: order.id, at: now })
    return { ...answer, state: 'waiting', expires_at: expiresAt.toISOString() }
  })

type OthersInput = { order: { store_id: number; user_id: number }; presentIds: readonly number[] }

/**
 * Besides the shopper, those who said that they are in the store; else, in its staffed hours, those with a right there; else the
 * admins.
 */
async function findOtherStaff(trx: Trx, { order, presentIds }: OthersInput): Promise<readonly number[]> {
  const { store_id: storeId, user_id: shopperId } = order
  const present = presentIds.filter(id => id !== shopperId)
  if (present.length > 0) return present
  const entitled = await trx
    .selectFrom('user_right')
    .select('user_id')
    .distinct()
    .where('kind', 'in', [...RIGHTS_FOR.helper])
    .where('user_id', '<>', shopperId)
    .where(({ or, eb }) => or([eb('store_id', '=', storeId), eb('store_id', 'is', null)]))
    .execute()
  if (entitled.length > 0) return entitled.map(row => row.user_id)
  const admins = trx.selectFrom('app_user').select('id').where('is_admin', '=', true).where('id', '<>', shopperId)
  return (await admins.execute()).map(({ id }) => id)
}

type ApprovalRequest = {
  staffIds: readonly number[]
  storeId: number
  orderId: number
  goods: readonly LimitedGoods[]
  at: Date
}

async function notifyStaff(trx: Trx, { staffIds, storeId, orderId, goods, at }: ApprovalRequest): Promise<void> {
  const store = await trx.selectFrom('store').select('name').where('id', '=', storeId).executeTakeFirstOrThrow()
  const text = (language: LanguageCode) => {
    const t = createTranslate(language)
    const names = goods.map(each => textInLanguage(each.names, language)).join(', ')
    return { title: t('orders.approval.title', { store: store.name }), body: t('orders.approval.text', { names }) }
  }
  const events = staffIds.map(userId => ({
    userId,
    reference: `approval ${orderId} ${at.getTime()} ${userId}`,
    text,
    url: '/approvals',
  }))
  await notifyShoppers(trx, events, { at })
}
