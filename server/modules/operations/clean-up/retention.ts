import { DAY_MS } from '#domain/durations.ts'
import { timeAgo, counted, type RemoveStale } from '#server/platform/retention.ts'

const UNDELIVERED_DAYS = 30

const rateLimits: RemoveStale = async ({ db, now }, max) =>
  counted(
    await db
      .deleteFrom('rate_limit')
      .where('key', 'in', eb => eb.selectFrom('rate_limit').select('key').where('expires_at', '<=', now()).limit(max))
      .where('expires_at', '<=', now())
      .execute(),
  )

const developmentMail: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('development_mail')
      .where('id', 'in', eb =>
        eb
          .selectFrom('development_mail')
          .select('id')
          .where('created_at', '<', timeAgo(context, context.retention.mailbox_days * DAY_MS))
          .limit(max),
      )
      .execute(),
  )

const undeliveredMessages: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('outbox_message')
      .where('id', 'in', eb =>
        eb
          .selectFrom('outbox_message')
          .select('id')
          .where('state', '=', 'failed')
          .where('kind', '!=', 'push')
          .where('sent_at', '<', timeAgo(context, UNDELIVERED_DAYS * DAY_MS))
          .limit(max),
      )
      .execute(),
  )

/** /metrics reads one day. */
const vitalsByHour: RemoveStale = async context =>
  counted(
    await context.db
      .deleteFrom('web_vital_hour')
      .where('hour', '<', timeAgo(context, 2 * DAY_MS))
      .execute(),
  )

export const OPERATIONS_RETENTION: readonly RemoveStale[] = [
  rateLimits,
  developmentMail,
  undeliveredMessages,
  vitalsByHour,
]
