import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { sellerName } from '#server/modules/stores/seller/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail, type EmailPart } from '#server/platform/email/email-template.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

type AdminMail = { subject: string; parts: readonly EmailPart[] }
/**
 * `withUser`: a user who receives it too, for whom it is about them. `exceptUser`: one who receives a mail of their own.
 * `isForOthers`: nothing is sent if no other admin would receive it.
 */
type WriteMail = {
  withUser?: number
  exceptUser?: number
  isForOthers?: boolean
  write: (language: LanguageCode) => AdminMail
}

/**
 * Mails all admins, each in their own language, in the transaction that makes the change. `withUser` also receives it after losing
 * the right, or after being blocked.
 */
export async function mailAdmins(
  { db, outbox }: Pick<Context, 'outbox'> & { db: Trx },
  { withUser, exceptUser, isForOthers = false, write }: WriteMail,
): Promise<void> {
  const admins = await db
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .innerJoin('operator', join => join.onTrue())
    .select(['app_user.id', 'app_user.email', 'language.code as language', 'operator.name as company'])
    .where('removed_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('is_admin', '=', sql.lit(true)), eb('blocked_at', 'is', null)]),
        ...(withUser === undefined ? [] : [eb('app_user.id', '=', withUser)]),
      ]),
    )
    .$if(exceptUser !== undefined, query => query.where('app_user.id', '!=', exceptUser ?? 0))
    .orderBy('app_user.id')
    .execute()
  if (isForOthers && admins.every(({ id }) => id === withUser)) return
  for (const { email: to, language, company } of admins) {
    const { subject, parts } = write(language)
    await outbox.enqueue(db, 'mail', {
      to,
      ...renderEmail({ language, subject, parts: [...parts, sellerName(company)] }),
    })
  }
}
