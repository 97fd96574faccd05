import type { Transaction } from 'kysely'
import { formatDate, formatTime } from '#domain/format/date-format.ts'
import { formatCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { quantityIn } from '#server/platform/texts/unit-words.ts'
import { withdrawalMail, type WithdrawalEnd } from './withdrawal-mail.ts'
import { textIn } from '#server/platform/languages/text-in.ts'
import { findLetterFacts } from './queries.ts'

type Trx = Transaction<Database>
type Withdrawn = {
  orderId: number
  productIds: readonly number[]
  end: WithdrawalEnd
  /** The pre-order with the rest. */
  restId: number | undefined
  at: Date
  origin: string
}

/** Emails the acknowledgement of a withdrawal, with what it covers and when it was made; it is sent after the commit. */
export async function tellWithdrawn({ jobs, config }: Context, trx: Trx, withdrawn: Withdrawn): Promise<void> {
  const { orderId, productIds, end, restId, at, origin } = withdrawn
  const facts = await findLetterFacts(trx, orderId)
  const goods = await findGoods(trx, orderId, productIds)
  const { language, timeZone, operatorName, business_id, operatorAddress, operatorEmail, phone } = facts
  const address = [operatorName, business_id, operatorAddress].filter(part => part !== '').join(', ')
  const mail = withdrawalMail({
    language,
    orderId,
    reference: referenceNumber(orderId),
    event: textIn(facts.names, language),
    lines: goods.map(line => ({
      name: textIn(line.names, language),
      quantity: quantityIn(language, line.thousandths, line.unit),
      amount: formatCents(line.cents, config),
    })),
    total: formatCents(
      goods.reduce((sum, { cents }) => sum + cents, 0),
      config,
    ),
    date: formatDate(at, timeZone),
    time: formatTime(at, timeZone),
    store: `${facts.storeName}, ${facts.storeAddress}`,
    end,
    rest: restId,
    operator: [address, operatorEmail, phone].filter(part => part !== '').join('\n'),
    link: `${origin}/preorders/${restId ?? orderId}`,
  })
  await jobs.enqueue(trx, 'send-mail', { to: facts.email, ...mail })
}

/** What is left of these lines: what was refunded, or may have been, is not withdrawn from again. */
async function findGoods(trx: Trx, orderId: number, productIds: readonly number[]) {
  const lines = await trx
    .selectFrom('order_line as line')
    .innerJoin('product_version as version', 'version.id', 'line.product_version_id')
    .select(['line.quantity_thousandths', 'line.given_back_thousandths', 'line.total_cents', 'line.given_back_cents'])
    .select(['version.names', 'version.unit'])
    .where('line.order_id', '=', orderId)
    .where('line.product_id', 'in', [...productIds])
    .orderBy('line.id')
    .execute()
  return lines.map(({ names, unit, ...line }) => ({
    names,
    unit,
    thousandths: line.quantity_thousandths - line.given_back_thousandths,
    cents: line.total_cents - line.given_back_cents,
  }))
}
