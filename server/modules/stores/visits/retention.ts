import { DAY_MS } from '#domain/durations.ts'
import { timeAgo, counted, type RemoveStale } from '#server/platform/retention.ts'

export const removeVisits: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('visit')
      .where('id', 'in', eb =>
        eb
          .selectFrom('visit')
          .select('id')
          .where('created_at', '<', timeAgo(context, context.retention.visit_days * DAY_MS))
          .limit(max),
      )
      .execute(),
  )
