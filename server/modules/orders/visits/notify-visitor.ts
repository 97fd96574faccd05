import { formatDateTime } from '#domain/format/date-format.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { notifyShoppers } from '#server/modules/messaging/push/notify-shoppers.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { createTranslate, text } from '#server/texts/text.ts'

const BASKET_PATH = '/basket'

type VisitQuestion = { visitId: number; adminId: number }

/** Asks the shopper, once, whether something stayed unpaid. Returns whether this call asked. */
export const notifyVisitor = (
  context: Pick<Context, 'db' | 'now' | 'outbox' | 'origin'>,
  { visitId, adminId }: VisitQuestion,
): Promise<boolean> =>
  inTransaction(context.db, async trx => {
    const at = context.now()
    const { numUpdatedRows: count } = await trx
      .updateTable('visit')
      .set({ question_sent_at: at, question_sent_by: adminId })
      .where('id', '=', visitId)
      .where('question_sent_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (!count) return false
    const facts = await findFacts(trx, visitId)
    await context.outbox.enqueue(trx, 'mail', { to: facts.email, ...toMail(facts, context.origin() + BASKET_PATH) })
    const event = {
      userId: facts.user_id,
      reference: `visit ${visitId} asked`,
      text: toPush(facts.store),
      url: BASKET_PATH,
    }
    await notifyShoppers(trx, [event], { at })
    return true
  })

const findFacts = (trx: Trx, visitId: number) =>
  trx
    .selectFrom('visit')
    .innerJoin('app_user', 'app_user.id', 'visit.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .innerJoin('store', 'store.id', 'visit.store_id')
    .innerJoin('operator', join => join.onTrue())
    .select(['visit.user_id', 'visit.created_at', 'app_user.email', 'language.code as language'])
    .select(['store.name as store', 'store.time_zone'])
    .select(['operator.name as company', 'operator.email as companyEmail', 'operator.phone as companyPhone'])
    .where('visit.id', '=', visitId)
    .executeTakeFirstOrThrow()

const toPush = (store: string) => (language: Parameters<typeof text>[0]) => ({
  title: text(language, 'orders.unpaid.subject'),
  body: text(language, 'orders.unpaid.push', { store }),
})

/** Answers go to the shop: its address is at the end. */
function toMail(facts: Awaited<ReturnType<typeof findFacts>>, link: string) {
  const { language, store, created_at: at, time_zone: timeZone } = facts
  const t = createTranslate(language)
  const answers = [t('orders.unpaid.answers'), facts.company, facts.companyEmail, formatPhone(facts.companyPhone)]
  return renderEmail({
    language,
    subject: t('orders.unpaid.subject'),
    parts: [
      t('orders.unpaid.greeting', { store, at: formatDateTime(at, timeZone) }),
      { intro: t('orders.unpaid.basket'), label: t('orders.unpaid.open'), link },
      t('orders.unpaid.otherwise'),
      { lines: answers.filter(line => line !== '') },
    ],
  })
}
