import { shopTimeText } from '#domain/shop-date.ts'
import { mailAdmins } from '#server/modules/stores/seller/mail-admins.ts'
import type { Context } from '#server/platform/context.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'

export const ADMIN_EVENTS = [
  'granted',
  'revoked',
  'blocked',
  'unblocked',
  'phoneBlocked',
  'removed',
  'firstPasskey',
  'passkeysReset',
] as const
export type AdminEvent = (typeof ADMIN_EVENTS)[number]

/** The admin concerned receives a mail of their own about these. */
const OWN_MAIL: readonly AdminEvent[] = ['firstPasskey', 'passkeysReset']

type UserRights = { isAdmin: boolean; isVerified: boolean; isBlocked: boolean; passkeys: number }

/** Which change of an admin all admins are mailed about; undefined: none. */
export function adminEvent(before: UserRights, after: UserRights): AdminEvent | undefined {
  if (before.isAdmin !== after.isAdmin) return after.isAdmin ? 'granted' : 'revoked'
  if (!after.isAdmin) return undefined
  if (before.isBlocked !== after.isBlocked) return after.isBlocked ? 'blocked' : 'unblocked'
  if (before.passkeys > 0 && after.passkeys === 0) return 'passkeysReset'
  return before.isVerified && !after.isVerified ? 'phoneBlocked' : undefined
}

/** `email`: of the admin concerned. `author`: the address of who did it; null: the operator of the server. */
type AccessEvent = { event: AdminEvent; userId: number; email: string; author: string | null; at: Date }

/**
 * Mails all admins, and the one concerned, that an admin was added, blocked or removed, or that an admin's passkeys begin or were
 * reset: an intruder can't do it unseen.
 */
export async function notifyAdmins(context: Pick<Context, 'outbox'> & { db: Trx }, change: AccessEvent): Promise<void> {
  const { event, userId, email, author, at } = change
  const time = shopTimeText(at.toISOString())
  await mailAdmins(context, {
    ...(OWN_MAIL.includes(event) ? { exceptUser: userId } : event !== 'removed' && { withUser: userId }),
    // The first admin of a shop knows it already.
    isForOthers: event === 'granted',
    write(language) {
      const t = createTranslate(language)
      const notYou = event === 'removed' ? t('accounts.adminEvents.notYouRemoved') : t('accounts.adminEvents.notYou')
      const parts = [
        t(`accounts.adminEvents.${event}`, { email }),
        t('accounts.adminEvents.author', { who: author ?? t('accounts.adminEvents.operator'), time }),
        notYou,
      ]
      return { subject: t(`accounts.adminEvents.subjects.${event}`, { email }), parts }
    },
  })
}
