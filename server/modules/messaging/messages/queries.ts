import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Message } from '#contract/messaging/messages.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { contains, inFinnishOrder, wordsOf } from '#server/platform/db/lists/search-words.ts'
import type { StoredMessageState } from '#server/platform/schema/table-types/messaging.ts'
import type { Database } from '#server/platform/schema/tables.ts'

const shown = (rows: SelectQueryBuilder<Database, 'message', {}>) =>
  rows
    .innerJoin('app_user', 'app_user.id', 'message.user_id')
    .select([
      'message.id',
      'title',
      'text',
      'url',
      'message.language_id',
      'state',
      'send_at',
      'sent_at',
      'cancelled_at',
    ])
    .select(['devices', 'message.created_at', 'app_user.id as by_id', 'app_user.email as by_email'])

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

type MessagesQuery = Paging & {
  q?: string | undefined
  state?: StoredMessageState | undefined
  language_id?: number | undefined
}

/** A page of the messages that contain every word of `q`, the latest first. */
export async function findMessages(db: Kysely<Database>, query: MessagesQuery) {
  const { q = '', state, language_id: languageId } = query
  const matching = wordsOf(q).reduce(
    (rows, word) => rows.where(contains(sql`search_form(message.title || ' ' || message.text)`, word)),
    db
      .selectFrom('message')
      .$if(state !== undefined, rows => rows.where('state', '=', state ?? 'sent'))
      .$if(languageId !== undefined, rows => rows.where('message.language_id', '=', languageId ?? 0)),
  )
  const sorts = { send_at: sql`message.send_at`, title: inFinnishOrder(sql`message.title`) }
  const { items, total } = await findPage(
    { matching, select: shown, sorts, defaultSort: '-send_at', id: sql`message.id` },
    query,
  )
  return { items: await withCounts(db, items), total }
}

export async function findMessage(db: Kysely<Database>, id: number): Promise<Message | undefined> {
  const rows = await shown(db.selectFrom('message')).where('message.id', '=', id).execute()
  return (await withCounts(db, rows))[0]
}

/** The message, which must exist: throws otherwise. */
export async function getMessage(db: Kysely<Database>, id: number): Promise<Message> {
  const message = await findMessage(db, id)
  if (!message) throw new Error(`There is no message ${id}`)
  return message
}

async function withCounts(db: Kysely<Database>, rows: readonly Row[]): Promise<Message[]> {
  const sent = rows.filter(({ state }) => state === 'sent').map(({ id }) => id)
  const counts = await countDeliveries(db, sent)
  return rows.map(({ by_id, by_email, ...row }) => {
    const { waiting = 0, delivered = 0, failed = 0 } = counts.get(row.id) ?? {}
    return {
      ...row,
      state: row.state === 'sent' && waiting > 0 ? 'sending' : row.state,
      send_at: row.send_at.toISOString(),
      sent_at: row.sent_at?.toISOString() ?? null,
      cancelled_at: row.cancelled_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      by: { id: by_id, email: by_email },
      waiting,
      delivered,
      failed,
    }
  })
}

/** The outcomes of notifications: `waiting` includes those being sent. */
type DeliveryCounts = { waiting: number; delivered: number; failed: number }

const NONE: DeliveryCounts = { waiting: 0, delivered: 0, failed: 0 }

/** The outcomes of the notifications of these messages, by message; includes deliveries that were cleaned up. */
export async function countDeliveries(
  db: Kysely<Database>,
  messageIds: readonly number[],
): Promise<Map<number, DeliveryCounts>> {
  const counts = new Map(messageIds.map(id => [id, { ...NONE }]))
  if (messageIds.length === 0) return counts
  const gone = await db
    .selectFrom('push_notification')
    .select(['message_id', 'delivered_count', 'failed_count'])
    .where('message_id', 'in', messageIds)
    .execute()
  const kept = await db
    .selectFrom('outbox_message')
    .innerJoin('push_notification', 'push_notification.id', 'outbox_message.notification_id')
    .select(({ fn }) => ['message_id', 'state', fn.countAll<number>().as('count')])
    .where('message_id', 'in', messageIds)
    .groupBy(['message_id', 'state'])
    .execute()
  const add = (id: number | null, name: keyof DeliveryCounts, count: number) => {
    const of = counts.get(id ?? 0)
    if (of) of[name] += count
  }
  for (const row of gone) {
    add(row.message_id, 'delivered', row.delivered_count)
    add(row.message_id, 'failed', row.failed_count)
  }
  for (const { message_id, state, count } of kept) add(message_id, state === 'sending' ? 'waiting' : state, count)
  return counts
}
