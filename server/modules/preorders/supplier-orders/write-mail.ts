import type { SupplierOrder } from '#contract/preorders/supplier-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findEvent } from '#server/modules/preorders/admin-preorders/find-lines.ts'
import { supplierOrderMail } from './supplier-order-mail.ts'
import { quantityIn } from '#server/platform/texts/unit-words.ts'
import type { Kysely } from 'kysely'

type Wanted = { eventId: number; order: SupplierOrder; language: LanguageCode }

/** The email with the order; replies go to the operator. */
export async function writeMail(db: Kysely<Database>, { eventId, order, language }: Wanted) {
  const event = await findEvent(db, eventId, language)
  if (!event) throw new Error(`there is no event ${eventId}`)
  const operator = await db
    .selectFrom('operator')
    .select(['name', 'address', 'email', 'phone'])
    .executeTakeFirstOrThrow()
  const mail = supplierOrderMail({
    event: event.name,
    from: event.start_date,
    until: event.end_date,
    replaces: order.last ? shopDate(new Date(order.last.sent_at)) : null,
    products: order.lines.map(line => showProduct(line, order, language)),
    sender: [operator.name, operator.address, operator.email, operator.phone].filter(text => text !== ''),
    language,
  })
  return { ...mail, ...(operator.email !== '' && { replyTo: operator.email }) }
}

function showProduct(line: SupplierOrder['lines'][number], { stores, last }: SupplierOrder, language: LanguageCode) {
  const written = (quantity: number) => quantityIn(language, Math.round(quantity * THOUSANDTHS_PER_UNIT), line.unit)
  const orNothing = (quantity: number | null) => (quantity ? written(quantity) : null)
  const isSame = last === null || line.quantity === (line.before ?? 0)
  return {
    name: line.name,
    code: line.code,
    quantity: orNothing(line.quantity),
    before: isSame ? undefined : orNothing(line.before),
    stores: stores.flatMap(({ id, name }) => {
      const own = line.by_store.find(({ store_id }) => store_id === id)
      return own ? [{ name, quantity: written(own.quantity) }] : []
    }),
  }
}
