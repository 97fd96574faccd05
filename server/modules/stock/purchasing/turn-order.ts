import { buffer } from 'node:stream/consumers'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { mayTurn } from '#domain/stock/purchase-order.ts'
import { lockPurchaseOrder } from '#server/modules/stock/store-stock/receive-delivery.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { recordset } from '#server/platform/db/recordset.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findGoods } from './find-goods.ts'
import { findLetter, letterMail, printOrder } from './letter.ts'
import { findLines, findOrder, showOrder } from './queries.ts'

type Trx = Transaction<Database>
type Row = Selectable<Database['purchase_order']>
type Turn = Input<typeof contract.purchaseOrders.turn, 'body'> & { id: number; language: LanguageCode; author: Author }

/** Sends, closes or cancels an order. */
export const turnOrder = (context: Context, { id, language, author, ...turn }: Turn) =>
  inRefusableTransaction(context.db, async trx => {
    const before = await lockPurchaseOrder(trx, id)
    if (!before) return refuse('notFound')
    const rows = await findLines(trx, id)
    const lines = rows.map(line => ({
      orderedThousandths: line.ordered_thousandths,
      receivedThousandths: line.received_thousandths,
    }))
    if (before.revision !== turn.revision || !mayTurn(before.state, turn.state, lines))
      return refuse('record.changed', { current: await findOrder(trx, id, language) })
    const supplier = await trx
      .selectFrom('supplier')
      .select(['email', 'language'])
      .where('id', '=', before.supplier_id)
      .executeTakeFirstOrThrow()
    const isMailed = turn.state === 'sent' && turn.by_email
    if (isMailed && supplier.email === null) return refuse('supplier.withoutEmail')
    const to = isMailed ? supplier.email : null
    if (turn.state === 'sent')
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
        .set({ state: turn.state, ended_at: author.at, ended_by: author.userId, revision: before.revision + 1 })
        .where('id', '=', id)
        .execute()
    const after = { state: turn.state, ...(to !== null && { sent_to: to }) }
    await recordChange(trx, { kind: 'purchaseOrder', id, before: { state: before.state }, after, author })
    return showOrder(trx, id, language)
  })

type Sending = { before: Row; productIds: number[]; to: string | null; language: LanguageCode; author: Author }

/** Keeps the texts as they are sent: a product that is renamed later doesn't change the order. */
async function markSent(
  context: Context,
  trx: Trx,
  { before, productIds, to, language, author }: Sending,
): Promise<void> {
  const { id, supplier_id: supplierId } = before
  const goods = await findGoods(trx, { supplierId, productIds, language, day: '2000-01-01' })
  const texts = [...goods].map(([product_id, { name, unit, code }]) => ({ product_id, name, unit, code }))
  await sql`
    UPDATE purchase_order_line line SET name = r.name, unit = r.unit, code = r.code
    FROM ${recordset(texts, 'product_id integer, name text, unit text, code text')}
    WHERE line.purchase_order_id = ${id} AND line.product_id = r.product_id`.execute(trx)
  const sent = { state: 'sent', language, sent_to: to, sent_at: author.at, sent_by: author.userId } as const
  await trx
    .updateTable('purchase_order')
    .set({ ...sent, revision: before.revision + 1 })
    .where('id', '=', id)
    .execute()
  if (to === null) return
  const letter = await findLetter(trx, { id, language })
  if (!letter) throw new Error(`The purchase order ${id} is not there`)
  const pdf = await printOrder(letter, context)
  const attachment = {
    name: `order-${id}.pdf`,
    type: 'application/pdf',
    base64: (await buffer(pdf)).toString('base64'),
  }
  await context.outbox.enqueue(trx, 'mail', { to, ...letterMail(letter), attachments: [attachment] })
}
