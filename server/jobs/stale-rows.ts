import type { DeleteResult } from 'kysely'
import type { Retention } from '#domain/retention.ts'
import type { Context } from '../context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** `keep`: how long the operator wants things kept. */
export type CleaningUp = Context & { keep: Retention }

/** Removes at most so many rows and tells how many it did. */
type RemoveStale = (context: CleaningUp, most: number) => Promise<number>

const before = ({ now }: Context, ms: number) => new Date(now().getTime() - ms)
const counted = ([result]: DeleteResult[]) => Number(result?.numDeletedRows ?? 0)

const sessions: RemoveStale = async ({ db, now }, most) =>
  counted(
    await db
      .deleteFrom('session')
      .where('token_sha256', 'in', eb =>
        eb.selectFrom('session').select('token_sha256').where('expires_at', '<=', now()).limit(most),
      )
      .execute(),
  )

const loginLinks: RemoveStale = async ({ db, now }, most) =>
  counted(
    await db
      .deleteFrom('login_link')
      .where('id', 'in', eb => eb.selectFrom('login_link').select('id').where('expires_at', '<=', now()).limit(most))
      .execute(),
  )

const phoneVerifications: RemoveStale = async ({ db, now }, most) =>
  counted(
    await db
      .deleteFrom('phone_verification')
      .where('user_id', 'in', eb =>
        eb.selectFrom('phone_verification').select('user_id').where('expires_at', '<=', now()).limit(most),
      )
      // A new code may have taken the old one's place since.
      .where('expires_at', '<=', now())
      .execute(),
  )

/** A day after its wait ended, a cooldown begins anew anyway. */
const smsCooldowns: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('sms_cooldown')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('kind', 'key'),
          'in',
          selectFrom('sms_cooldown')
            .select(['kind', 'key'])
            .where('cooldown_until', '<', before(context, DAY_MS))
            .limit(most)
            .$asTuple('kind', 'key'),
        ),
      )
      .where('cooldown_until', '<', before(context, DAY_MS))
      .execute(),
  )

const rateLimits: RemoveStale = async ({ db, now }, most) =>
  counted(
    await db
      .deleteFrom('rate_limit')
      .where('key', 'in', eb => eb.selectFrom('rate_limit').select('key').where('expires_at', '<=', now()).limit(most))
      .where('expires_at', '<=', now())
      .execute(),
  )

const visits: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('visit')
      .where('id', 'in', eb =>
        eb
          .selectFrom('visit')
          .select('id')
          .where('created_at', '<', before(context, context.keep.visit_days * DAY_MS))
          .limit(most),
      )
      .execute(),
  )

const developmentMail: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('development_mail')
      .where('id', 'in', eb =>
        eb
          .selectFrom('development_mail')
          .select('id')
          .where('created_at', '<', before(context, context.keep.mailbox_days * DAY_MS))
          .limit(most),
      )
      .execute(),
  )

/** What was removed may be brought back for a day. */
const removedImages: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('product_image')
      .where('id', 'in', eb =>
        eb.selectFrom('product_image').select('id').where('removed_at', '<', before(context, DAY_MS)).limit(most),
      )
      // One that is brought back at this moment stays.
      .where('removed_at', '<', before(context, DAY_MS))
      .execute(),
  )

/** Addresses that somebody typed and nobody signed in with. One with a living link may still do so; a blocked one stays blocked. */
const neverSignedIn: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('app_user')
      .where('id', 'in', eb =>
        eb
          .selectFrom('app_user as stale')
          .select('stale.id')
          .where('stale.last_login_at', 'is', null)
          .where('stale.is_verified', '=', false)
          .where('stale.is_admin', '=', false)
          .where('stale.blocked_at', 'is', null)
          .where('stale.created_at', '<', before(context, context.keep.never_signed_in_hours * HOUR_MS))
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('customer_order').whereRef('user_id', '=', 'stale.id'))),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('login_link').whereRef('user_id', '=', 'stale.id').where('expires_at', '>', context.now()),
              ),
            ),
          )
          .limit(most),
      )
      // A sign-in that is committing at this moment keeps its user.
      .where('last_login_at', 'is', null)
      .execute(),
  )

/** Files that were looked at and never saved; their rows go with them. What was saved can be undone as long as it is there. */
const uncalledImports: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('product_import')
      .where('id', 'in', eb =>
        eb
          .selectFrom('product_import')
          .select('id')
          .where('state', '=', 'checked')
          .where('checked_at', '<', before(context, context.keep.unsaved_import_days * DAY_MS))
          .limit(most),
      )
      .where('state', '=', 'checked')
      .execute(),
  )

/** What was there before a bulk change: as long as it is kept the change can be undone. */
const bulkChanges: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('bulk_change')
      .where('id', 'in', eb =>
        eb
          .selectFrom('bulk_change')
          .select('id')
          .where('created_at', '<', before(context, context.keep.bulk_change_days * DAY_MS))
          .limit(most),
      )
      .execute(),
  )

export const STALE_ROWS: readonly RemoveStale[] = [
  sessions,
  loginLinks,
  phoneVerifications,
  smsCooldowns,
  rateLimits,
  visits,
  developmentMail,
  removedImages,
  uncalledImports,
  bulkChanges,
  neverSignedIn,
]
