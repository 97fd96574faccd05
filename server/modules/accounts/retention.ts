import { sql } from 'kysely'
import { HOUR_MS, DAY_MS } from '#domain/durations.ts'
import { timeAgo, counted, type RemoveStale } from '#server/platform/retention.ts'
import { eraseIdle } from './privacy/erase-many.ts'
import { LINK_TRACE_MS } from './sign-in/sign-in-by-code.ts'

const removeSessions: RemoveStale = async ({ db, now }, max) =>
  counted(
    await db
      .deleteFrom('session')
      .where('token_sha256', 'in', eb =>
        eb.selectFrom('session').select('token_sha256').where('expires_at', '<=', now()).limit(max),
      )
      .execute(),
  )

const DISABLED_SESSION_DAYS = 30

const disabledSessions: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('disabled_session')
      .where('token_sha256', 'in', eb =>
        eb
          .selectFrom('disabled_session')
          .select('token_sha256')
          .where('ended_at', '<', timeAgo(context, DISABLED_SESSION_DAYS * DAY_MS))
          .limit(max),
      )
      .execute(),
  )

const loginLinks: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('login_link')
      .where('id', 'in', eb =>
        eb.selectFrom('login_link').select('id').where('created_at', '<=', timeAgo(context, LINK_TRACE_MS)).limit(max),
      )
      .execute(),
  )

/** How long the list of people shows how an invitation ended. */
const ENDED_INVITATION_DAYS = 30

const removeInvitations: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('invitation')
      .where('id', 'in', eb =>
        eb
          .selectFrom('invitation')
          .select('id')
          .where(
            sql<Date>`coalesce(accepted_at, withdrawn_at, expires_at)`,
            '<',
            timeAgo(context, ENDED_INVITATION_DAYS * DAY_MS),
          )
          .limit(max),
      )
      // It may have been sent again since.
      .where('expires_at', '<', context.now())
      .execute(),
  )

const passkeyChallenges: RemoveStale = async ({ db, now }, max) =>
  counted(
    await db
      .deleteFrom('passkey_challenge')
      .where('challenge_sha256', 'in', eb =>
        eb.selectFrom('passkey_challenge').select('challenge_sha256').where('expires_at', '<=', now()).limit(max),
      )
      .execute(),
  )

const phoneVerifications: RemoveStale = async ({ db, now }, max) =>
  counted(
    await db
      .deleteFrom('phone_verification')
      .where('user_id', 'in', eb =>
        eb.selectFrom('phone_verification').select('user_id').where('expires_at', '<=', now()).limit(max),
      )
      // A new code may have replaced the old one since.
      .where('expires_at', '<=', now())
      .execute(),
  )

const removalCodes: RemoveStale = async ({ db, now }, max) =>
  counted(
    await db
      .deleteFrom('removal_code')
      .where('user_id', 'in', eb =>
        eb.selectFrom('removal_code').select('user_id').where('expires_at', '<=', now()).limit(max),
      )
      // A new code may have replaced the old one since.
      .where('expires_at', '<=', now())
      .execute(),
  )

/** The status page and the alarm read one day. */
const countedCodes: RemoveStale = async context =>
  counted(
    await context.db
      .deleteFrom('sms_code_hour')
      .where('hour', '<', timeAgo(context, 30 * DAY_MS))
      .execute(),
  )

/** A day after its end, a cooldown starts over anyway. */
const smsCooldowns: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('sms_cooldown')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('kind', 'key'),
          'in',
          selectFrom('sms_cooldown')
            .select(['kind', 'key'])
            .where('cooldown_until', '<', timeAgo(context, DAY_MS))
            .limit(max)
            .$asTuple('kind', 'key'),
        ),
      )
      .where('cooldown_until', '<', timeAgo(context, DAY_MS))
      .execute(),
  )

/**
 * Accounts of addresses that were entered but never signed in with. Those with a recent link are kept, since they may still sign
 * in, and since wrong codes must count as long as for other accounts; blocked ones stay blocked.
 */
const neverSignedIn: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('app_user')
      .where('id', 'in', eb =>
        eb
          .selectFrom('app_user as stale')
          .select('stale.id')
          .where('stale.last_login_at', 'is', null)
          .where('stale.removed_at', 'is', null)
          .where('stale.is_verified', '=', false)
          .where('stale.is_admin', '=', false)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('user_right').whereRef('user_id', '=', 'stale.id'))),
          )
          .where('stale.blocked_at', 'is', null)
          .where('stale.created_at', '<', timeAgo(context, context.retention.never_signed_in_hours * HOUR_MS))
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('customer_order').whereRef('user_id', '=', 'stale.id'))),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('login_link')
                  .whereRef('user_id', '=', 'stale.id')
                  .where('created_at', '>', timeAgo(context, LINK_TRACE_MS)),
              ),
            ),
          )
          .limit(max),
      )
      // A sign-in that is committing at this moment keeps its user.
      .where('last_login_at', 'is', null)
      .execute(),
  )

/** Each account is a transaction; the others wait for the next run. */
const MAX_ERASED = 100

const idleAccounts: RemoveStale = async context => {
  await eraseIdle(context, { years: context.retention.idle_account_years, max: MAX_ERASED })
  return 0
}

export const ACCOUNT_RETENTION: readonly RemoveStale[] = [
  removeSessions,
  disabledSessions,
  loginLinks,
  removeInvitations,
  passkeyChallenges,
  phoneVerifications,
  removalCodes,
  countedCodes,
  smsCooldowns,
  neverSignedIn,
  idleAccounts,
]
