import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { dayText } from '#domain/format/day-text.ts'
import type { Mail, MailMessage } from '#server/adapters/email/email.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { textIn } from '#server/platform/languages/text-in.ts'
import { sendMail } from '#server/platform/outbox/delivery.ts'
import type { Channel, Claimed, Outcome } from '#server/platform/outbox/outbox-message.ts'
import { channelOf } from '#server/platform/outbox/outbox-rows.ts'
import type { Texts } from '#server/platform/schema/table-types/columns.ts'
import { recallTexts } from './recall-texts.ts'

type RecallFacts = {
  names: Texts
  reasons: Texts
  lots: string
  sold_from: string | null
  sold_until: string | null
  operator: readonly string[]
}
type Due = Claimed & RecallFacts & { email: string; language: LanguageCode }

/** The emails to buyers of a recalled product, written in their language when they are sent. */
export const recallChannel = (context: Context, { mail }: { mail: Mail }): Channel =>
  channelOf<Due>(context.db, {
    kind: 'recall',
    content: {
      columns: sql`app_user.email, language.code AS language, version.names, recall.reasons, recall.lots,
        recall.sold_from::text, recall.sold_until::text, ARRAY[operator.name, operator.email, operator.phone] AS operator`,
      joins: sql`JOIN recall_buyer buyer ON buyer.id = claimed.recall_buyer_id JOIN recall ON recall.id = buyer.recall_id
        JOIN product_version version ON version.product_id = recall.product_id AND version.is_current
        JOIN app_user ON app_user.id = buyer.user_id JOIN language ON language.id = app_user.language_id
        CROSS JOIN operator`,
    },
    open: due => due.map(each => () => send(mail, each, `${context.origin()}/home`)),
  })

async function send(mail: Mail, due: Due, link: string): Promise<Outcome> {
  // An erased shopper has no address any more.
  if (!due.email.includes('@')) return { kind: 'failed', reason: 'no address' }
  try {
    await sendMail(mail, { to: due.email, ...recallMail(due, { language: due.language, link }) })
    return { kind: 'delivered' }
  } catch (error) {
    return outcomeOf(error)
  }
}

/** Retries only an email that certainly did not arrive: a second one would make the first look false. */
function outcomeOf(error: unknown): Outcome {
  const reason = error instanceof Error && 'reason' in error ? String(error.reason) : 'an error'
  const arrival = error instanceof Error && 'arrival' in error ? error.arrival : undefined
  if (arrival === 'not yet') return { kind: 'later', reason }
  return { kind: 'failed', reason: arrival === 'never' ? reason : `unknown: ${reason}` }
}

type Letter = { language: LanguageCode; link: string }

/** The email about a recall, for one language. */
export function recallMail(facts: RecallFacts, { language, link }: Letter): Omit<MailMessage, 'to'> {
  const words = recallTexts(language)
  const product = textIn(facts.names, language)
  const [from, until] = [facts.sold_from, facts.sold_until].map(date => (date === null ? null : dayText(date)))
  const concerned = [
    ...(facts.lots === '' ? [] : [words.lots(facts.lots)]),
    ...(from || until ? [words.days(from ?? null, until ?? null)] : []),
  ]
  return renderEmail({
    language,
    subject: words.subject(product),
    parts: [
      words.bought(product),
      ...(concerned.length > 0 ? [{ lines: concerned }] : []),
      { heading: words.what },
      { lines: textIn(facts.reasons, language).split('\n') },
      words.advice,
      { label: words.open, link },
      { lines: [words.questions, ...facts.operator].filter(line => line !== '') },
    ],
  })
}
