import type { Message } from '#contract/messaging/messages.ts'
import { findPage, type Paging } from '#server/platform/db/find-page.ts'
import { contains, inFinnishOrder, wordsOf } from '#server/platform/db/search.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { StoredMessageState } from '#server/platform/schema/tables/messages.ts'
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { countDeliveries } from '#server/modules/messaging/push/count-deliveries.ts'

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

export type MessagesQuery = Paging & {
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
    { matching, show: shown, sorts, usual: '-send_at', id: sql`message.id` },
    query,
  )
  return { items: await withCounts(db, items), total }
}

export async function findMessage(db: Kysely<Database>, id: number): Promise<Message | undefined> {
  const rows = await shown(db.selectFrom('message')).where('message.id', '=', id).execute()
  return (await withCounts(db, rows))[0]
}

/** The message, which must exist: throws otherwise. */
export async function showMessage(db: Kysely<Database>, id: number): Promise<Message> {
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
