import type { Invitation } from '#contract/accounts/invitations.ts'
import type { LanguageCode } from '#contract/values.ts'
import { invitationExpiry } from '#domain/accounts/invitation.ts'
import { normaliseRights } from '#domain/accounts/right-stores.ts'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { formatRights, listStoreNames } from '#server/modules/accounts/access-changes/save-rights.ts'
import { findSeller } from '#server/modules/stores/seller/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { inRefusableTransaction, type Refusal, refuse } from '#server/platform/http/refusal.ts'
import { rightsForAudit } from '#server/platform/rights/rights-of-user.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { createTranslate } from '#server/texts/text.ts'
import { getInvitation } from './list-invitations.ts'

type Invitee = { email: string; language: LanguageCode; rights: readonly GrantedRight[] }

/** Emails an invitation; an address has one open invitation at most. The audit log has no address: it may never become a user. */
export async function createInvitation(
  context: Context,
  { email, language, rights: requested, author }: Invitee & { author: Author },
): Promise<Invitation | Refusal<'invitation.open' | 'store.notFound'>> {
  const rights = normaliseRights(requested)
  const names = await listStoreNames(context.db, rights)
  if (rights.some(({ storeId }) => storeId !== null && !names.has(storeId))) return refuse('store.notFound')
  return inRefusableTransaction(context.db, async db => {
    const link = makeLink(author)
    const added = await db
      .insertInto('invitation')
      .values(({ selectFrom }) => ({
        email,
        language_id: selectFrom('language').select('id').where('code', '=', language).$asScalar().$notNull(),
        rights: JSON.stringify(rights),
        created_at: author.at,
        ...link.row,
      }))
      .onConflict(conflict =>
        conflict.column('email').where('accepted_at', 'is', null).where('withdrawn_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse('invitation.open')
    await recordChange(db, { kind: 'invitation', id: added.id, before: null, after: rightsForAudit(rights), author })
    await sendLink({ ...context, db }, { email, language, rights }, link)
    return getInvitation(db, added.id, author.at)
  })
}

type InvitationAction = { id: number; author: Author }

/** Emails a new link for an invitation that no one has accepted; the link before stops working. */
export const resendInvitation = (context: Context, { id, author }: InvitationAction) =>
  inRefusableTransaction(context.db, async db => {
    const invitation = await lockInvitation(db, id)
    if ('refused' in invitation) return invitation
    const link = makeLink(author)
    await db.updateTable('invitation').set(link.row).where('id', '=', id).execute()
    const after = { sent_again: author.at.toISOString() }
    await recordChange(db, { kind: 'invitation', id, before: { sent_again: null }, after, author })
    await sendLink({ ...context, db }, invitation, link)
    return getInvitation(db, id, author.at)
  })

/** Withdraws an invitation that no one has accepted. */
export const withdrawInvitation = (context: Context, { id, author }: InvitationAction) =>
  inRefusableTransaction(context.db, async db => {
    const invitation = await lockInvitation(db, id)
    if ('refused' in invitation) return invitation
    await db.updateTable('invitation').set({ withdrawn_at: author.at }).where('id', '=', id).execute()
    const before = rightsForAudit(invitation.rights)
    await recordChange(db, { kind: 'invitation', id, before, after: null, author })
    return {}
  })

/** The locked invitation, which no one has accepted or withdrawn. */
async function lockInvitation(db: Trx, id: number): Promise<Invitee | Refusal<'notFound' | 'invitation.closed'>> {
  const locked = await db
    .selectFrom('invitation')
    .innerJoin('language', 'language.id', 'invitation.language_id')
    .select(['email', 'rights', 'accepted_at', 'withdrawn_at', 'language.code as language'])
    .where('invitation.id', '=', id)
    .forUpdate('invitation')
    .executeTakeFirst()
  if (!locked) return refuse('notFound')
  return locked.accepted_at || locked.withdrawn_at ? refuse('invitation.closed') : locked
}

/** A new link, and what its invitation's row has of it. */
function makeLink({ userId, at }: Author) {
  const token = randomToken()
  return { token, row: { token_sha256: sha256(token), invited_by: userId, expires_at: invitationExpiry(at) } }
}

async function sendLink(
  { db, outbox, origin }: Pick<Context, 'outbox' | 'origin'> & { db: Trx },
  { email, language, rights }: Invitee,
  { token, row }: ReturnType<typeof makeLink>,
): Promise<void> {
  const t = createTranslate(language)
  const seller = await findSeller(db)
  const parts = [
    t('accounts.invitation.intro', { seller }),
    { lines: await formatRights(db, rights, language) },
    {
      intro: t('accounts.invitation.acceptIntro', { email }),
      label: t('accounts.invitation.accept'),
      // The page is in the mail's language, whatever the browser's is.
      link: `${origin()}/invitations/${token}?lang=${language}`,
    },
    t('accounts.invitation.validity', { until: shopTimeText(row.expires_at.toISOString()) }),
    t('accounts.invitation.notExpected'),
    seller,
  ]
  const subject = t('accounts.invitation.subject', { seller })
  await outbox.enqueue(db, 'mail', { to: email, ...renderEmail({ language, subject, parts }) })
}
