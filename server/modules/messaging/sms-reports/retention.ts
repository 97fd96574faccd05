import { DAY_MS } from '#domain/durations.ts'
import { timeAgo, counted, type RemoveStale } from '#server/platform/retention.ts'

/** The status page and the alarm read one day; a gateway may report a few days later. */
const KEPT_DAYS = 30

export const smsDeliveries: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('sms_delivery')
      .where('reference', 'in', eb =>
        eb
          .selectFrom('sms_delivery')
          .select('reference')
          .where('accepted_at', '<', timeAgo(context, KEPT_DAYS * DAY_MS))
          .limit(max),
      )
      .execute(),
  )
