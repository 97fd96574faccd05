import { buffer } from 'node:stream/consumers'
import { type Selectable, sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { orderProblems, mayChangeState } from '#domain/stock/purchase-order.ts'
import { isStore } from '#server/modules/stock/store-stock/move-stock.ts'
import { lockPurchaseOrder } from '#server/modules/stock/store-stock/receive-delivery.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database, Trx } from '#server/platform/schema/tables.ts'
import { findPurchaseOrderDocument, purchaseOrderMail, printOrder } from './purchase-order-document.ts'
import { findGoods, type FoundGoods, findLines, findOrder, getOrder } from './queries.ts'

type CreateOrderInput = Input<typeof contract.purchaseOrders.create, 'body'>
type UpdateOrderInput = Input<typeof contract.purchaseOrders.update, 'body'>
type LinesInput = CreateOrderInput['lines']
type OrderAuthor = { language: LanguageCode; author: Author }

/** A draft with the packs and purchase prices of today. */
export const createOrder = ({ db }: Context, { language, author, ...form }: CreateOrderInput & OrderAuthor) =>
  inRefusableTransaction(db, async trx => {
    const { store_id, supplier_id, note, lines } = form
    if (!(await isStore(trx, store_id)) || !(await lockSupplier(trx, supplier_id))) return refuse('notFound')
    const goods = await findOrderable(trx, supplier_id, author)
    const problems = problemsIn(lines, goods)
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const { id } = await trx
      .insertInto('purchase_order')
      .values({ store_id, supplier_id, note: note.trim(), created_at: author.at, created_by: author.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertLines(trx, { id, lines, goods })
    const after = { supplier_id, store_id, text: note.trim(), lines: toAuditFields(lines) }
    await recordChange(trx, { kind: 'purchaseOrder', id, before: null, after, author })
    return getOrder(trx, id, language)
  })

/** Replaces the lines of a draft. */
export const updateOrder = (
  { db }: Context,
  { id, language, author, ...form }: UpdateOrderInput & OrderAuthor & { id: number },
) =>
  inRefusableTransaction(db, async trx => {
    const before = await lockPurchaseOrder(trx, id)
    if (!before) return refuse('notFound')
    if (before.revision !== form.revision || before.state !== 'draft')
      return refuse('record.changed', { current: await findOrder(trx, id, language) })
    const goods = await findOrderable(trx, before.supplier_id, author)
    const problems = problemsIn(form.lines, goods)
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const changes = {
      before: { text: before.note, lines: await linesBefore(trx, id) },
      after: { text: form.note.trim(), lines: toAuditFields(form.lines) },
    }
    if (!(await recordChange(trx, { kind: 'purchaseOrder', id, ...changes, author })))
      return getOrder(trx, id, language)
    await trx.deleteFrom('purchase_order_line').where('purchase_order_id', '=', id).execute()
    await insertLines(trx, { id, lines: form.lines, goods })
    await trx
      .updateTable('purchase_order')
      .set({ note: form.note.trim(), revision: before.revision + 1 })
      .where('id', '=', id)
      .execute()
    return getOrder(trx, id, language)
  })

/** Locks the supplier: its removal waits. */
const lockSupplier = (trx: Trx, id: number) =>
  trx.selectFrom('supplier').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()

const findOrderable = (trx: Trx, supplierId: number, { at }: Author) =>
  // Names are not stored before an order is sent.
  findGoods(trx, { supplierId, language: 'fi', day: shopDate(at) })

const problemsIn = (lines: LinesInput, goods: FoundGoods) =>
  orderProblems(lines, new Map([...goods].map(([productId, { codeType }]) => [productId, codeType])))

const toAuditFields = (lines: LinesInput) => lines.map(({ product_id, quantity }) => ({ product_id, quantity }))

const linesBefore = async (trx: Trx, id: number) =>
  (await findLines(trx, id)).map(line => ({
    product_id: line.product_id,
    quantity: quantityFromThousandths(line.ordered_thousandths),
  }))

async function insertLines(
  trx: Trx,
  { id, lines, goods }: { id: number; lines: LinesInput; goods: FoundGoods },
): Promise<void> {
  const rows = lines.flatMap(({ product_id, quantity }, position) => {
    const product = goods.get(product_id)
    return product
      ? {
          purchase_order_id: id,
          product_id,
          position,
          // orderProblems has checked it.
          ordered_thousandths: thousandthsFromQuantity(quantity) ?? 0,
          pack_thousandths: product.packThousandths,
          price_ten_thousandths: product.priceTenThousandths,
          name: null,
          unit: null,
          code: null,
        }
      : []
  })
  await trx.insertInto('purchase_order_line').values(rows).execute()
}

type PurchaseOrderRow = Selectable<Database['purchase_order']>
type StateChange = Input<typeof contract.purchaseOrders.changeState, 'body'> & {
  id: number
  language: LanguageCode
  author: Author
}

/** Sends, closes or cancels an order. */
export const changeOrderState = (context: Context, { id, language, author, ...change }: StateChange) =>
  inRefusableTransaction(context.db, async trx => {
    const before = await lockPurchaseOrder(trx, id)
    if (!before) return refuse('notFound')
    const rows = await findLines(trx, id)
    const lines = rows.map(line => ({
      orderedThousandths: line.ordered_thousandths,
      receivedThousandths: line.received_thousandths,
    }))
    if (before.revision !== change.revision || !mayChangeState(before.state, change.state, lines))
      return refuse('record.changed', { current: await findOrder(trx, id, language) })
    const supplier = await trx
      .selectFrom('supplier')
      .select(['email', 'language'])
      .where('id', '=', before.supplier_id)
      .executeTakeFirstOrThrow()
    const isMailed = change.state === 'sent' && change.by_email
    if (isMailed && supplier.email === null) return refuse('supplier.withoutEmail')
    const to = isMailed ? supplier.email : null
    if (change.state === 'sent')
      await markSent(context, trx, {
        before,
        productIds: rows.map(({ product_id }) => product_id),
        to,
        language: supplier.language ?? language,
        author,
      })
    else
      await trx
        .updateTable('purchase_order')
        .set({ state: change.state, ended_at: author.at, ended_by: author.userId, revision: before.revision + 1 })
        .where('id', '=', id)
        .execute()
    const after = { state: change.state, ...(to !== null && { sent_to: to }) }
    await recordChange(trx, { kind: 'purchaseOrder', id, before: { state: before.state }, after, author })
    return getOrder(trx, id, language)
  })

type SentOrder = {
  before: PurchaseOrderRow
  productIds: number[]
  to: string | null
  language: LanguageCode
  author: Author
}

/** Keeps the texts as they are sent: a product that is renamed later doesn't change the order. */
async function markSent(
  context: Context,
  trx: Trx,
  { before, productIds, to, language, author }: SentOrder,
): Promise<void> {
  const { id, supplier_id: supplierId } = before
  const goods = await findGoods(trx, { supplierId, productIds, language })
  const texts = [...goods].map(([product_id, { name, unit, code }]) => ({ product_id, name, unit, code }))
  await sql`
    UPDATE purchase_order_line line SET name = r.name, unit = r.unit, code = r.code
    FROM ${jsonRecordset(texts, 'product_id integer, name text, unit text, code text')}
    WHERE line.purchase_order_id = ${id} AND line.product_id = r.product_id`.execute(trx)
  const sent = { state: 'sent', language, sent_to: to, sent_at: author.at, sent_by: author.userId } as const
  await trx
    .updateTable('purchase_order')
    .set({ ...sent, revision: before.revision + 1 })
    .where('id', '=', id)
    .execute()
  if (to === null) return
  const document = await findPurchaseOrderDocument(trx, { id, language })
  if (!document) throw new Error(`The purchase order ${id} is not there`)
  const pdf = await printOrder(document, context)
  const attachment = {
    name: `order-${id}.pdf`,
    type: 'application/pdf',
    base64: (await buffer(pdf)).toString('base64'),
  }
  await context.outbox.enqueue(trx, 'mail', { to, ...purchaseOrderMail(document), attachments: [attachment] })
}
