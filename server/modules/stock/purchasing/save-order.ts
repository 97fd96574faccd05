import type { Transaction } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { orderProblems } from '#domain/stock/purchase-order.ts'
import { isStore } from '#server/modules/stock/store-stock/move-stock.ts'
import { lockPurchaseOrder } from '#server/modules/stock/store-stock/receive-delivery.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findGoods, type Goods } from './find-goods.ts'
import { findLines, findOrder, showOrder } from './queries.ts'

type Trx = Transaction<Database>
type Created = Input<typeof contract.purchaseOrders.create, 'body'>
type Updated = Input<typeof contract.purchaseOrders.update, 'body'>
type Lines = Created['lines']
type By = { language: LanguageCode; author: Author }

/** A draft with the packs and purchase prices of today. */
export const createOrder = ({ db }: Context, { language, author, ...form }: Created & By) =>
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
    const after = { supplier_id, store_id, text: note.trim(), lines: factsOf(lines) }
    await recordChange(trx, { kind: 'purchaseOrder', id, before: null, after, author })
    return showOrder(trx, id, language)
  })

/** Replaces the lines of a draft. */
export const updateOrder = ({ db }: Context, { id, language, author, ...form }: Updated & By & { id: number }) =>
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
      after: { text: form.note.trim(), lines: factsOf(form.lines) },
    }
    if (!(await recordChange(trx, { kind: 'purchaseOrder', id, ...changes, author })))
      return showOrder(trx, id, language)
    await trx.deleteFrom('purchase_order_line').where('purchase_order_id', '=', id).execute()
    await insertLines(trx, { id, lines: form.lines, goods })
    await trx
      .updateTable('purchase_order')
      .set({ note: form.note.trim(), revision: before.revision + 1 })
      .where('id', '=', id)
      .execute()
    return showOrder(trx, id, language)
  })

/** A concurrent removal of the supplier waits. */
const lockSupplier = (trx: Trx, id: number) =>
  trx.selectFrom('supplier').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()

const findOrderable = (trx: Trx, supplierId: number, { at }: Author) =>
  // Names are not stored before an order is sent.
  findGoods(trx, { supplierId, language: 'fi', day: shopDate(at) })

const problemsIn = (lines: Lines, goods: Goods) =>
  orderProblems(lines, new Map([...goods].map(([productId, { codeType }]) => [productId, codeType])))

const factsOf = (lines: Lines) => lines.map(({ product_id, quantity }) => ({ product_id, quantity }))

const linesBefore = async (trx: Trx, id: number) =>
  (await findLines(trx, id)).map(line => ({
    product_id: line.product_id,
    quantity: quantityFromThousandths(line.ordered_thousandths),
  }))

async function insertLines(trx: Trx, { id, lines, goods }: { id: number; lines: Lines; goods: Goods }): Promise<void> {
  const rows = lines.flatMap(({ product_id, quantity }, place) => {
    const product = goods.get(product_id)
    return product
      ? {
          purchase_order_id: id,
          product_id,
          place,
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
