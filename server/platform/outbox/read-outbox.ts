import { sql, type Kysely } from 'kysely'
import type { MessageKind } from '#server/platform/schema/table-types/platform.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { ALL_KINDS } from './outbox-message.ts'

/** The messages of one kind that have no outcome yet, and those that were given up lately. */
export type OutboxState = {
  kind: MessageKind
  waiting: number
  /** Of the waiting ones, those that are being sent. */
  sending: number
  /** Of the waiting ones, those that failed and are retried. */
  failing: number
  /** The age of the oldest waiting one. */
  oldestSeconds: number
  /** For how long the oldest of those that are not being sent could have been sent. */
  lateSeconds: number
  /** Given up in the last 24 hours. */
  lost: number
  /** Why the last one failed. */
  reason: string | null
}

/** What waits in the outbox, by kind. Everything that shows or watches it reads this. */
export async function readOutbox(db: Kysely<Database>): Promise<Record<MessageKind, OutboxState>> {
  const { rows } = await sql<OutboxState>`
    SELECT own.kind, count(*) FILTER (WHERE state IN ('waiting', 'sending'))::integer AS waiting,
      count(*) FILTER (WHERE state = 'sending')::integer AS sending,
      count(*) FILTER (WHERE state = 'waiting' AND reason IS NOT NULL)::integer AS failing,
      coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE state <> 'failed')), 0)::double precision
        AS "oldestSeconds",
      greatest(0, coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE state = 'waiting')), 0))
        ::double precision AS "lateSeconds",
      count(*) FILTER (WHERE state = 'failed')::integer AS lost,
      coalesce((array_agg(reason ORDER BY created_at DESC) FILTER (WHERE state = 'waiting' AND reason IS NOT NULL))[1],
        (array_agg(reason ORDER BY sent_at DESC) FILTER (WHERE state = 'failed'))[1]) AS reason
    FROM unnest(${ALL_KINDS}::text[]) AS own (kind)
    LEFT JOIN (
      SELECT * FROM outbox_message WHERE state = 'waiting' UNION ALL SELECT * FROM outbox_message WHERE state = 'sending'
      UNION ALL SELECT * FROM outbox_message WHERE state = 'failed' AND sent_at > now() - interval '1 day'
    ) message ON message.kind = own.kind
    GROUP BY own.kind`.execute(db)
  // One row for each kind.
  return Object.fromEntries(rows.map(row => [row.kind, row])) as Record<MessageKind, OutboxState>
}

/** All emails: receipts and recalls are among them. */
export const ofEmails = ({ mail, receipt, recall }: Record<MessageKind, OutboxState>): Omit<OutboxState, 'kind'> => {
  const kinds = [mail, receipt, recall]
  const sum = (of: 'waiting' | 'sending' | 'failing' | 'lost') => kinds.reduce((total, kind) => total + kind[of], 0)
  return {
    waiting: sum('waiting'),
    sending: sum('sending'),
    failing: sum('failing'),
    oldestSeconds: Math.max(...kinds.map(({ oldestSeconds }) => oldestSeconds)),
    lateSeconds: Math.max(...kinds.map(({ lateSeconds }) => lateSeconds)),
    lost: sum('lost'),
    reason: kinds.find(({ reason }) => reason !== null)?.reason ?? null,
  }
}
