import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Message } from '#contract/messaging/messages.ts'
import type { LanguageCode } from '#contract/values.ts'
import { MESSAGE_FIELDS } from '#domain/messaging/message-fields.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { containsWord, inFinnishOrder, splitWords } from '#server/platform/db/lists/search-words.ts'
import { recordColumns } from '#server/platform/records/record-columns.ts'
import type { StoredMessageState } from '#server/platform/schema/table-types/messaging.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

export const MESSAGE_COLUMNS = recordColumns(MESSAGE_FIELDS)

/** Of a message in several languages, its first row. */
const messageRows = (db: Db) => db.selectFrom('message').where('message.translation_of', 'is', null)

const selectRow = (rows: SelectQueryBuilder<Database, 'message', {}>) =>
  rows
    .innerJoin('app_user', 'app_user.id', 'message.user_id')
    .select(['message.id', 'message.store_ids', 'state', 'sent_at', 'cancelled_at'])
    .select(MESSAGE_COLUMNS.names.map(name => `message.${name}` as const))
    .select(['message.created_at', 'app_user.id as by_id', 'app_user.email as by_email'])

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectRow>['executeTakeFirstOrThrow']>>

type MessagesQuery = Paging & {
  q?: string | undefined
  state?: StoredMessageState | undefined
  language?: LanguageCode | undefined
}

/** Whether a message, in one of its languages, meets a condition on `written`. */
const inSomeLanguage = (condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`EXISTS (SELECT FROM message AS written JOIN language ON language.id = written.language_id
    WHERE (written.id = message.id OR written.translation_of = message.id) AND ${condition})`

/** A page of the messages that contain every word of `q`, the latest first. */
export async function findMessages(db: Db, query: MessagesQuery) {
  const { q = '', state, language } = query
  const searched = sql<string>`search_form(written.title || ' ' || written.text)`
  const matching = splitWords(q).reduce(
    (rows, word) => rows.where(inSomeLanguage(containsWord(searched, word))),
    messageRows(db)
      .$if(state !== undefined, rows => rows.where('state', '=', state ?? 'sent'))
      .$if(language !== undefined, rows => rows.where(inSomeLanguage(sql`language.code = ${language}`))),
  )
  const sorts = { send_at: sql`message.send_at`, title: inFinnishOrder(sql`message.title`) }
  const { items, total } = await findPage(
    { matching, select: selectRow, sorts, defaultSort: '-send_at', id: sql`message.id` },
    query,
  )
  return { items: await withTexts(db, items), total }
}

export async function findMessage(db: Db, id: number): Promise<Message | undefined> {
  const rows = await selectRow(messageRows(db)).where('message.id', '=', id).execute()
  return (await withTexts(db, rows))[0]
}

/** The message, which must exist: throws otherwise. */
export async function getMessage(db: Db, id: number): Promise<Message> {
  const message = await findMessage(db, id)
  if (!message) throw new Error(`There is no message ${id}`)
  return message
}

async function withTexts(db: Db, rows: readonly MessageRow[]): Promise<Message[]> {
  const written = await listTexts(
    db,
    rows.map(({ id }) => id),
  )
  const counts = await countDeliveries(
    db,
    written.filter(({ state }) => state === 'sent').map(({ id }) => id),
  )
  return rows.map(row => {
    const messageTexts = written.filter(({ message_id }) => message_id === row.id)
    const texts = messageTexts.map(({ id, language, title, text, devices }) => {
      return { language, title, text, devices, ...(counts.get(id) ?? NO_DELIVERIES) }
    })
    return toMessage(row, texts)
  })
}

/** The texts of these messages in the order of the shop's languages. */
const listTexts = (db: Db, messageIds: readonly number[]) =>
  db
    .selectFrom('message')
    .innerJoin('language', 'language.id', 'message.language_id')
    .select(['message.id', 'language.code as language', 'title', 'text', 'state', 'devices'])
    .select(sql<number>`coalesce(message.translation_of, message.id)`.as('message_id'))
    .where(({ or, eb }) =>
      or([eb('message.id', 'in', [0, ...messageIds]), eb('translation_of', 'in', [0, ...messageIds])]),
    )
    .orderBy('language.position')
    .execute()

function toMessage({ by_id, by_email, ...row }: MessageRow, texts: Message['texts']): Message {
  const sum = (name: keyof DeliveryCounts) => texts.reduce((total, text) => total + text[name], 0)
  const reached = texts.flatMap(({ devices }) => devices ?? [])
  const waiting = sum('waiting')
  return {
    ...row,
    ...MESSAGE_COLUMNS.toRecord(row),
    texts,
    state: row.state === 'sent' && waiting > 0 ? 'sending' : row.state,
    send_at: row.send_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    by: { id: by_id, email: by_email },
    devices: reached.length === 0 ? null : reached.reduce((total, devices) => total + devices, 0),
    waiting,
    delivered: sum('delivered'),
    failed: sum('failed'),
  }
}

/** The outcomes of notifications: `waiting` includes those being sent. */
type DeliveryCounts = { waiting: number; delivered: number; failed: number }

const NO_DELIVERIES: DeliveryCounts = { waiting: 0, delivered: 0, failed: 0 }

/** The outcomes of the notifications of these messages, by message; includes deliveries that were cleaned up. */
export async function countDeliveries(db: Db, messageIds: readonly number[]): Promise<Map<number, DeliveryCounts>> {
  const counts = new Map(messageIds.map(id => [id, { ...NO_DELIVERIES }]))
  if (messageIds.length === 0) return counts
  const gone = await db
    .selectFrom('push_notification')
    .select(['message_id', 'delivered_count', 'failed_count'])
    .where('message_id', 'in', messageIds)
    .execute()
  const deliveryCounts = await db
    .selectFrom('outbox_message')
    .innerJoin('push_notification', 'push_notification.id', 'outbox_message.notification_id')
    .select(({ fn }) => ['message_id', 'state', fn.countAll<number>().as('count')])
    .where('message_id', 'in', messageIds)
    .groupBy(['message_id', 'state'])
    .execute()
  const add = (id: number | null, name: keyof DeliveryCounts, count: number) => {
    const messageCounts = counts.get(id ?? 0)
    if (messageCounts) messageCounts[name] += count
  }
  for (const row of gone) {
    add(row.message_id, 'delivered', row.delivered_count)
    add(row.message_id, 'failed', row.failed_count)
  }
  for (const { message_id, state, count } of deliveryCounts)
    add(message_id, state === 'sending' ? 'waiting' : state, count)
  return counts
}
