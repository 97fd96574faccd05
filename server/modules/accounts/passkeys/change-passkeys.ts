import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { sellerName } from '#server/modules/stores/seller/queries.ts'
import { nameOfCredential, noteAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { type SignedIn, endUserSessions } from '#server/platform/http/session.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'
import { refusedUntilSignIn } from './queries.ts'

/** Locks the user's passkeys: concurrent changes wait. */
const lockPasskeys = (db: Trx, userId: number) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'credential_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Renames the caller's own passkey. The audit log contains its id but not the names: they may reveal something about a person.
 */
export async function renamePasskey(context: Context, user: SignedIn, { id, name }: { id: number; name: string }) {
  const stale = refusedUntilSignIn(context, user)
  if (stale) return stale
  const { userId } = user
  return inRefusableTransaction(context.db, async db => {
    const passkey = (await lockPasskeys(db, userId)).find(each => each.id === id)
    if (!passkey) return refuse('notFound')
    if (passkey.name === name) return {}
    await db.updateTable('passkey').set({ name }).where('id', '=', id).execute()
    const author = { userId, at: context.now() }
    const [before, after] = [{ passkey_renamed: null }, { passkey_renamed: id }]
    await recordChange(db, { kind: 'user', id: userId, before, after, author })
    return {}
  })
}

/**
 * Removes the caller's own passkey. The user's other sessions must be confirmed again: a lost passkey may have confirmed them.
 */
export async function removePasskey(context: Context, user: SignedIn, id: number) {
  const stale = refusedUntilSignIn(context, user)
  if (stale) return stale
  const { userId } = user
  return inRefusableTransaction(context.db, async db => {
    const locked = await lockPasskeys(db, userId)
    const passkey = locked.find(each => each.id === id)
    if (!passkey) return refuse('notFound')
    if (locked.length === 1 && context.config.passkeysRequired) return refuse('passkey.last')
    await db.deleteFrom('passkey').where('id', '=', id).execute()
    const subject = nameOfCredential(passkey.credential_id)
    await noteAccessChange(db, { kind: 'passkey_removed', userId, at: context.now(), subject })
    await db
      .updateTable('session')
      .set({ passkey_confirmed_at: null })
      .where('user_id', '=', userId)
      .where('token_sha256', '!=', user.tokenHash)
      .execute()
    const author = { userId, at: context.now() }
    const [before, after] = [{ passkeys: locked.length }, { passkeys: locked.length - 1 }]
    await recordChange(db, { kind: 'user', id: userId, before, after, author })
    await notifyOwner({ ...context, db }, userId, { what: 'removed', name: passkey.name })
    context.log.info({ userId }, 'a passkey was removed')
    return {}
  })
}

type RemoveAllPasskeysContext = Pick<Context, 'outbox' | 'log' | 'now'> & { db: Trx }

/**
 * Removes all passkeys of a user and ends every session, so that the finder of a lost device loses access. The context's db is
 * the transaction.
 */
export async function removeAllPasskeys(context: RemoveAllPasskeysContext, userId: number): Promise<void> {
  await context.db.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await noteAccessChange(context.db, { kind: 'passkeys_reset', userId, at: context.now() })
  await endUserSessions(context.db, userId)
  await notifyOwner(context, userId, { what: 'reset' })
  context.log.info({ userId }, 'the passkeys of a user were reset')
}

/** Mails an admin what happened to their passkeys, in the transaction of the context's db. */
export async function notifyOwner(
  context: Pick<Context, 'db' | 'outbox'>,
  userId: number,
  news: PasskeyNews,
): Promise<void> {
  const { email, language, company } = await context.db
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .innerJoin('operator', join => join.onTrue())
    .select(['app_user.email', 'language.code as language', 'operator.name as company'])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  const mail = passkeyMail({ email, news, seller: sellerName(company), language })
  await context.outbox.enqueue(context.db, 'mail', { to: email, ...mail })
}

/** What happened. `name`: the owner's name for the passkey. */
type PasskeyNews = { what: 'added' | 'removed'; name: string } | { what: 'reset' }

type PasskeyMail = { email: string; news: PasskeyNews; seller: string; language: LanguageCode }

/** The mail that informs an admin of a change of their passkeys, so that no change goes unnoticed. */
function passkeyMail({ email, news, seller, language }: PasskeyMail): Omit<MailMessage, 'to'> {
  const t = createTranslate(language)
  const change =
    news.what === 'reset'
      ? t('accounts.passkeys.reset', { email })
      : t(`accounts.passkeys.${news.what}`, { email, name: news.name })
  return renderEmail({
    language,
    subject: t(`accounts.passkeys.subjects.${news.what}`),
    parts: [
      change,
      ...(news.what === 'reset' ? [t('accounts.passkeys.next')] : []),
      t('accounts.passkeys.notYou'),
      seller,
    ],
  })
}
