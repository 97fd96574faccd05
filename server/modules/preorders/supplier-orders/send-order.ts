import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { SupplierOrder } from '#contract/preorders/supplier-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { findSupplierOrders } from './find-orders.ts'
import { writeMail } from './write-mail.ts'

/** The supplier's own language, or else that of the admin who sends the order. */
async function letterLanguage(db: Db, supplierId: number, language: LanguageCode): Promise<LanguageCode> {
  const supplier = await db.selectFrom('supplier').select('language').where('id', '=', supplierId).executeTakeFirst()
  return supplier?.language ?? language
}

type PreviewOrderInput = { eventId: number; supplierId: number; language: LanguageCode }

/** The order and its mail as they would be sent now; undefined: there is nothing to order. */
export async function previewOrder(db: Db, { eventId, supplierId, language }: PreviewOrderInput) {
  const inLetter = await letterLanguage(db, supplierId, language)
  const [order] = await findSupplierOrders(db, { eventId, supplierId, language: inLetter })
  if (!order) return undefined
  const { subject, text, replyTo = null } = await writeMail(db, { eventId, order, language: inLetter })
  return { order, to: order.supplier.email, reply_to: replyTo, subject, text }
}

type ExpectedQuantities = Input<typeof contract.supplierOrders.send, 'body'>
type SupplierOrderToSend = { seen: ExpectedQuantities; language: LanguageCode; author: Author }

/**
 * Sends an order as the admin saw it, through the outbox. Of two concurrent calls the second is refused with the first one's
 * order.
 */
export const sendOrder = (context: Context, sending: SupplierOrderToSend) =>
  inRefusableTransaction(context.db, async trx => {
    const { seen, language, author } = sending
    const query = { eventId: seen.event_id, supplierId: seen.supplier_id, language }
    const supplier = trx.selectFrom('supplier').select('id').where('id', '=', seen.supplier_id)
    if (!(await supplier.forNoKeyUpdate().executeTakeFirst())) return refuse('notFound')
    const [order] = await findSupplierOrders(trx, query)
    if (!order) return refuse('notFound')
    const to = order.supplier.email
    if (to === null) return refuse('supplier.withoutEmail')
    if (!isAsSeen(order, seen)) return refuse('record.changed', { current: order })
    const letter = { ...query, language: await letterLanguage(trx, seen.supplier_id, language) }
    // Before it is kept: the letter compares with the order before.
    const [inLetter = order] = letter.language === language ? [order] : await findSupplierOrders(trx, letter)
    const id = await storeOrder(trx, { order, to, sending })
    const lines = order.lines.map(({ product_id, quantity }) => ({ product_id, quantity }))
    const after = { event_id: seen.event_id, supplier_id: seen.supplier_id, sent_to: to, lines }
    await recordChange(trx, { kind: 'supplierOrder', id, before: null, after, author })
    await context.outbox.enqueue(trx, 'mail', { to, ...(await writeMail(trx, { ...letter, order: inLetter })) })
    const [sent] = await findSupplierOrders(trx, query)
    return sent ?? refuse('notFound')
  })

function isAsSeen(order: SupplierOrder, { last_id, quantities }: ExpectedQuantities): boolean {
  const seen = new Map(quantities.map(({ product_id, quantity }) => [product_id, quantity]))
  const isSame = order.lines.every(({ product_id, quantity }) => seen.get(product_id) === quantity)
  return isSame && seen.size === order.lines.length && last_id === (order.last?.id ?? null)
}

type StoredSupplierOrder = { order: SupplierOrder; to: string; sending: SupplierOrderToSend }

async function storeOrder(trx: Trx, { order, to, sending }: StoredSupplierOrder): Promise<number> {
  const { seen, author } = sending
  const lines = order.lines.map(({ product_id, quantity }) => ({
    product_id,
    quantity_thousandths: thousandthsFromQuantity(quantity) ?? 0,
  }))
  const { id } = await trx
    .insertInto('supplier_order')
    .values({
      event_id: seen.event_id,
      supplier_id: seen.supplier_id,
      sent_to: to,
      lines: JSON.stringify(lines),
      user_id: author.userId,
      created_at: author.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
