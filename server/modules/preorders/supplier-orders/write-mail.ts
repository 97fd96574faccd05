import type { SupplierOrder } from '#contract/preorders/supplier-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { dayText } from '#domain/format/day-text.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { findEvent } from '#server/modules/preorders/admin-preorders/find-lines.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { createTranslate, type Translate } from '#server/texts/text.ts'
import { quantityIn } from '#server/texts/unit-labels.ts'

type SupplierMailInput = { eventId: number; order: SupplierOrder; language: LanguageCode }

/** The email with the order; replies go to the operator. */
export async function writeMail(db: Db, { eventId, order, language }: SupplierMailInput) {
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
    products: order.lines.map(line => formatProduct(line, order, language)),
    sender: [operator.name, operator.address, operator.email, formatPhone(operator.phone)].filter(text => text !== ''),
    language,
  })
  return { ...mail, ...(operator.email !== '' && { replyTo: operator.email }) }
}

function formatProduct(line: SupplierOrder['lines'][number], { stores, last }: SupplierOrder, language: LanguageCode) {
  const written = (quantity: number) => quantityIn(language, Math.round(quantity * THOUSANDTHS_PER_UNIT), line.unit)
  const quantityText = (quantity: number | null) => (quantity ? written(quantity) : null)
  const isSame = last === null || line.quantity === (line.before ?? 0)
  return {
    name: line.name,
    code: line.code,
    quantity: quantityText(line.quantity),
    before: isSame ? undefined : quantityText(line.before),
    stores: stores.flatMap(({ id, name }) => {
      const storeQuantity = line.by_store.find(({ store_id }) => store_id === id)
      return storeQuantity ? [{ name, quantity: written(storeQuantity.quantity) }] : []
    }),
  }
}

/** Formatted quantities with units; null: nothing. `before` undefined: as in the last order. */
type OrderedProduct = {
  name: string
  code: string | null
  quantity: string | null
  before: string | null | undefined
  stores: readonly { name: string; quantity: string }[]
}

/** Dates are yyyy-mm-dd; `replaces`: the day of the last order. */
type SupplierOrderMail = {
  event: string
  from: string
  until: string
  replaces: string | null
  products: readonly OrderedProduct[]
  /** Name and addresses of the operator. */
  sender: readonly string[]
  language: LanguageCode
}

/** Email with an order to a supplier. External text is escaped. */
function supplierOrderMail(mail: SupplierOrderMail): Omit<MailMessage, 'to'> {
  const t = createTranslate(mail.language)
  return renderEmail({
    language: mail.language,
    subject:
      mail.replaces === null
        ? t('preorders.supplierOrder.subject', { event: mail.event })
        : t('preorders.supplierOrder.changedSubject', { event: mail.event }),
    parts: [
      t('preorders.supplierOrder.greeting'),
      t('preorders.supplierOrder.order', { event: mail.event, from: dayText(mail.from), until: dayText(mail.until) }),
      ...(mail.replaces ? [t('preorders.supplierOrder.replaces', { day: dayText(mail.replaces) })] : []),
      { items: mail.products.map(product => toMailLines(product, t)) },
      t('preorders.supplierOrder.reply'),
      { lines: mail.sender },
    ],
  })
}

/** The ordered quantity of a product, then the quantities by store. */
function toMailLines(
  { name, code, quantity, before, stores }: OrderedProduct,
  t: Translate,
): [head: string, ...stores: string[]] {
  const was =
    before === undefined
      ? ''
      : ` (${t('preorders.supplierOrder.was', { quantity: before ?? t('preorders.supplierOrder.none') })})`
  const head = `${name}${code === null ? '' : `, ${code}`}: ${quantity ?? t('preorders.supplierOrder.none')}${was}`
  return [head, ...stores.map(store => `${store.name}: ${store.quantity}`)]
}
