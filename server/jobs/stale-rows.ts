import type { DeleteResult } from 'kysely'
import type { Context } from '../context.ts'
import { undoEnd } from '../features/bulk-changes/retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const VISIT_DAYS = 90
const IMPORT_DAYS = 30
const DEVELOPMENT_MAIL_DAYS = 7
const UNDELIVERED_DAYS = 30

/** Removes at most so many rows and tells how many it did. */
type RemoveStale = (context: Context, most: number) => Promise<number>

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
          .where('created_at', '<', before(context, VISIT_DAYS * DAY_MS))
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
          .where('created_at', '<', before(context, DEVELOPMENT_MAIL_DAYS * DAY_MS))
          .limit(most),
      )
      .execute(),
  )

const undeliveredMessages: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('undelivered_message')
      .where('id', 'in', eb =>
        eb
          .selectFrom('undelivered_message')
          .select('id')
          .where('failed_at', '<', before(context, UNDELIVERED_DAYS * DAY_MS))
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

/** Addresses that somebody typed and nobody signed in with. One with a living link may still do so. */
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
          .where('stale.created_at', '<', before(context, DAY_MS))
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
          .where('checked_at', '<', before(context, IMPORT_DAYS * DAY_MS))
          .limit(most),
      )
      .where('state', '=', 'checked')
      .execute(),
  )

/** What products had before many were changed at once: after this nobody can undo it, and the change itself stays told. */
const bulkChangeRows: RemoveStale = async (context, most) =>
  counted(
    await context.db
      .deleteFrom('bulk_change_row')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('bulk_change_id', 'product_id'),
          'in',
          selectFrom('bulk_change_row as stale')
            .innerJoin('bulk_change', 'bulk_change.id', 'stale.bulk_change_id')
            .select(['stale.bulk_change_id', 'stale.product_id'])
            .where('bulk_change.created_at', '<', undoEnd(context))
            .limit(most)
            .$asTuple('bulk_change_id', 'product_id'),
        ),
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
  undeliveredMessages,
  removedImages,
  uncalledImports,
  bulkChangeRows,
  neverSignedIn,
]
