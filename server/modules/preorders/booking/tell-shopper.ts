import { formatDeadline } from '#domain/format/date-format.ts'
import { dayText } from '#domain/format/day-text.ts'
import { formatCents } from '#domain/money.ts'
import { orderUntil } from '#domain/preorders/preorder-event.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { vatBreakdown } from '#domain/vat.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { bookedMail, cancelledMail, type PreorderLetter } from './preorder-mail.ts'
import { quantityIn } from '#server/platform/texts/unit-words.ts'
import type { Transaction } from 'kysely'
import { textIn } from '#server/platform/languages/text-in.ts'
import type { LetterFacts } from './queries.ts'

type Trx = Transaction<Database>
type Telling = { letter: LetterFacts; origin: string; replacedId?: number | undefined }

/** Emails the booking confirmation; it is sent after the commit. */
export const tellBooked = ({ jobs, config }: Context, trx: Trx, { letter, origin, replacedId }: Telling) =>
  jobs.enqueue(trx, 'send-mail', { to: letter.email, ...bookedMail(asLetter(letter, { config, origin }), replacedId) })

export const tellCancelled = ({ jobs, config }: Context, trx: Trx, { letter, origin }: Telling) =>
  jobs.enqueue(trx, 'send-mail', { to: letter.email, ...cancelledMail(asLetter(letter, { config, origin })) })

type Manner = { config: Context['config']; origin: string }

function asLetter(facts: LetterFacts, { config, origin }: Manner): PreorderLetter {
  const { id, language, timeZone } = facts
  const euros = (cents: number) => formatCents(cents, config)
  const rates = facts.lines.map(line => ({ totalCents: line.total_cents, rateBasisPoints: line.rate_basis_points }))
  return {
    language,
    orderId: id,
    reference: referenceNumber(id),
    event: textIn(facts.names, language),
    lines: facts.lines.map(line => ({
      name: textIn(line.names, language),
      quantity: quantityIn(language, line.quantity_thousandths, line.unit),
      amount: euros(line.total_cents),
      isPerishable: line.perishable,
    })),
    total: euros(facts.total_cents),
    vat: vatBreakdown(rates).map(rate => ({ percent: rate.rateBasisPoints / 100, amount: euros(rate.vatCents) })),
    store: `${facts.storeName}, ${facts.storeAddress}`,
    pickUp: [dayText(facts.startDate), dayText(facts.endDate)],
    until: formatDeadline(orderUntil(facts, timeZone), timeZone),
    operator: {
      address: [facts.operatorName, facts.business_id, facts.operatorAddress].filter(part => part !== '').join(', '),
      email: facts.operatorEmail,
      phone: facts.phone,
    },
    link: `${origin}/preorders/${id}`,
  }
}
