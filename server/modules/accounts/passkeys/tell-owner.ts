import type { Context } from '#server/platform/context.ts'
import { passkeyMail, type PasskeyNews } from './passkey-mail.ts'

/** Mails an admin what happened to their passkeys, in the transaction of the context's db. */
export async function tellOwner(
  context: Pick<Context, 'db' | 'jobs'>,
  userId: number,
  news: PasskeyNews,
): Promise<void> {
  const { email, language } = await context.db
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select(['app_user.email', 'language.code as language'])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  await context.jobs.enqueue(context.db, 'send-mail', { to: email, ...passkeyMail({ email, news, language }) })
}
