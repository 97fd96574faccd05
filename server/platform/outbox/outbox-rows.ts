import { sql, type RawBuilder } from 'kysely'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { MessageKind, MessageState } from '#server/platform/schema/table-types/platform.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import {
  ALL_KINDS,
  type OutboxChannel,
  type ClaimedMessage,
  MESSAGE_KINDS,
  RETRY_TIMES,
  type SendMessage,
  type NewMessage,
} from './outbox-message.ts'

/** Longer than a message can take, including all that waits before it: a live server has finished it by then. */
const LEASE_SECONDS = 30

const AT_MOST_ONCE = sql.join(
  ALL_KINDS.filter(kind => MESSAGE_KINDS[kind].promise === 'at most once').map(kind => sql.lit(kind)),
)

/** The kinds that have messages which are due, or whose lease has expired. */
export async function findDue(db: Db, kinds: readonly MessageKind[], now: Date) {
  const { rows } = await sql<{ kind: MessageKind; isDue: boolean; hasLapsed: boolean }>`
    SELECT * FROM (
      SELECT kind, EXISTS (SELECT FROM outbox_message WHERE kind = message_kind.kind AND state = 'waiting' AND due_at <= ${now}::timestamptz)
        AS "isDue",
        EXISTS (SELECT FROM outbox_message WHERE kind = message_kind.kind AND state = 'sending' AND lease_until < clock_timestamp())
        AS "hasLapsed"
      FROM unnest(${[...kinds]}::text[]) AS message_kind (kind)) claimable
    WHERE "isDue" OR "hasLapsed"`.execute(db)
  return rows
}

/** Columns to read with each `claimed` message, and their joins. */
type ContentColumns = { columns: RawBuilder<unknown>; joins?: RawBuilder<unknown> }

/**
 * Claims at most `most` due messages of a kind, urgent ones first; skips those that another server is claiming. Returns each with
 * its content.
 */
async function claimMessages<Row extends ClaimedMessage>(
  db: Db,
  { kind, content, max, now }: NewMessage & { kind: MessageKind; content: ContentColumns },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    WITH due AS (
      SELECT id FROM outbox_message WHERE kind = ${kind} AND state = 'waiting' AND due_at <= ${now}::timestamptz
      ORDER BY urgent DESC, due_at, id LIMIT ${max} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE outbox_message SET state = 'sending', tries = tries + 1, reason = NULL, sent_at = ${now}::timestamptz,
        lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::double precision)
      FROM due WHERE outbox_message.id = due.id
      RETURNING outbox_message.*
    )
    SELECT claimed.id, claimed.tries, ${content.columns} FROM claimed ${content.joins ?? sql``}
    ORDER BY claimed.urgent DESC, claimed.due_at, claimed.id`.execute(db)
  return rows
}

/** How messages of a kind are sent. `open` returns a function to send each row, in order. */
type ChannelOf<Row> = {
  kind: MessageKind
  content: ContentColumns
  open: (rows: readonly Row[]) => readonly SendMessage[] | Promise<readonly SendMessage[]>
  /** After this moment a message is not tried again. */
  endsAt?: (row: Row) => Date | undefined
}

/** A message that can't be opened counts as tried. */
export const createChannel = <Row extends ClaimedMessage>(
  db: Db,
  { kind, content, open, endsAt }: ChannelOf<Row>,
): OutboxChannel => ({
  kind,
  async claim(message) {
    const rows = await claimMessages<Row>(db, { kind, content, ...message })
    if (rows.length === 0) return []
    const opening = (async () => open(rows))()
    const sendAt =
      (at: number): SendMessage =>
      async () => {
        const send = (await opening)[at]
        return send ? send() : { kind: 'failed', reason: 'not opened' }
      }
    await opening.catch(() => undefined)
    return rows.map((row, at) => ({ id: row.id, tries: row.tries, send: sendAt(at), endsAt: endsAt?.(row) }))
  },
})

/**
 * The outcome of a claimed message. `due_at`: when one that is tried again is due. `is_begun`: false if it was claimed and not
 * tried.
 */
export type MessageEnding = ClaimedMessage & {
  state: Exclude<MessageState, 'sending'>
  reason: string | null
  due_at: Date | null
  is_begun: boolean
}

/**
 * Writes the outcomes of messages. Delivered emails and SMS are deleted even if their lease has expired, so that no other server
 * sends them again; any other outcome is dropped if another server has claimed the message since. The content of failed messages
 * is removed.
 */
export async function writeEndings(db: Db, kind: MessageKind, endings: readonly MessageEnding[]): Promise<void> {
  const isKept = ({ state }: MessageEnding) => MESSAGE_KINDS[kind].promise === 'at most once' || state !== 'delivered'
  const [retained, sent] = [endings.filter(isKept), endings.filter(ending => !isKept(ending))]
  if (sent.length > 0)
    await sql`DELETE FROM outbox_message WHERE id = ANY (${sent.map(({ id }) => id)}::bigint[])`.execute(db)
  if (retained.length === 0) return
  await sql`
    UPDATE outbox_message SET state = r.state, reason = r.reason, lease_until = NULL,
      due_at = coalesce(r.due_at, outbox_message.due_at), tries = outbox_message.tries - CASE WHEN r.is_begun THEN 0 ELSE 1 END,
      content_encrypted = CASE WHEN r.state <> 'failed' THEN content_encrypted END
    FROM ${jsonRecordset(retained, 'id bigint, tries integer, state text, reason text, due_at timestamptz, is_begun boolean')}
    WHERE outbox_message.id = r.id AND outbox_message.state = 'sending' AND outbox_message.tries = r.tries`.execute(db)
}

/**
 * Decides about the messages of a server that died while sending: they may have arrived. Those that are sent at least once are
 * tried again, those that are sent at most once have failed. Returns how many failed.
 */
export async function endLapsed(db: Db): Promise<number> {
  const isOver = sql`kind IN (${AT_MOST_ONCE}) OR (tries >= ${RETRY_TIMES['at least once'].maxTries} AND expires_at IS NULL)`
  const { rows } = await sql<{ state: MessageState }>`
    UPDATE outbox_message SET lease_until = NULL, reason = 'unknown: the server ended',
      state = CASE WHEN ${isOver} THEN 'failed' ELSE 'waiting' END, content_encrypted = CASE WHEN NOT (${isOver}) THEN content_encrypted END
    WHERE id IN (
      SELECT id FROM outbox_message WHERE state = 'sending' AND lease_until < clock_timestamp() FOR UPDATE SKIP LOCKED
    ) RETURNING state`.execute(db)
  return rows.filter(({ state }) => state === 'failed').length
}

/** The messages of one kind that have no outcome yet, and those that were given up lately. */
export type OutboxState = {
  kind: MessageKind
  waiting: number
  /** Of the waiting ones, those that are being sent. */
  sending: number
  /** Of the waiting ones, those that failed and are retried. */
  failing: number
  /** Of the waiting ones, those whose turn has not come yet. */
  delayed: number
  /** The age of the oldest waiting one, from its turn on if it was not tried before. */
  oldestSeconds: number
  /** How long ago the first message that still waits to be sent became due. */
  lateSeconds: number
  /** Given up in the last 24 hours. */
  lost: number
  /** Why the last one failed. */
  reason: string | null
}

/** The state of the outbox by kind, for the status page, the metrics and the alarm. */
export async function readOutbox(db: Db): Promise<Record<MessageKind, OutboxState>> {
  const { rows } = await sql<OutboxState>`
    SELECT message_kind.kind, count(*) FILTER (WHERE state IN ('waiting', 'sending'))::integer AS waiting,
      count(*) FILTER (WHERE state = 'sending')::integer AS sending,
      count(*) FILTER (WHERE state = 'waiting' AND reason IS NOT NULL)::integer AS failing,
      count(*) FILTER (WHERE state = 'waiting' AND reason IS NULL AND due_at > now())::integer AS delayed,
      greatest(0, coalesce(extract(epoch FROM now() - min(CASE WHEN tries = 0 THEN greatest(created_at, due_at) ELSE created_at END)
        FILTER (WHERE state <> 'failed')), 0))::double precision AS "oldestSeconds",
      greatest(0, coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE state = 'waiting')), 0))
        ::double precision AS "lateSeconds",
      count(*) FILTER (WHERE state = 'failed')::integer AS lost,
      coalesce((array_agg(reason ORDER BY created_at DESC) FILTER (WHERE state = 'waiting' AND reason IS NOT NULL))[1],
        (array_agg(reason ORDER BY sent_at DESC) FILTER (WHERE state = 'failed'))[1]) AS reason
    FROM unnest(${ALL_KINDS}::text[]) AS message_kind (kind)
    LEFT JOIN (
      SELECT * FROM outbox_message WHERE state = 'waiting' UNION ALL SELECT * FROM outbox_message WHERE state = 'sending'
      UNION ALL SELECT * FROM outbox_message WHERE state = 'failed' AND sent_at > now() - interval '1 day'
    ) message ON message.kind = message_kind.kind
    GROUP BY message_kind.kind`.execute(db)
  // One row for each kind.
  return Object.fromEntries(rows.map(row => [row.kind, row])) as Record<MessageKind, OutboxState>
}

/** All emails: receipts and recalls are among them. */
export const sumEmails = ({ mail, receipt, recall }: Record<MessageKind, OutboxState>): Omit<OutboxState, 'kind'> => {
  const kinds = [mail, receipt, recall]
  const sum = (field: 'waiting' | 'sending' | 'failing' | 'delayed' | 'lost') =>
    kinds.reduce((total, kind) => total + kind[field], 0)
  return {
    waiting: sum('waiting'),
    sending: sum('sending'),
    failing: sum('failing'),
    delayed: sum('delayed'),
    oldestSeconds: Math.max(...kinds.map(({ oldestSeconds }) => oldestSeconds)),
    lateSeconds: Math.max(...kinds.map(({ lateSeconds }) => lateSeconds)),
    lost: sum('lost'),
    reason: kinds.find(({ reason }) => reason !== null)?.reason ?? null,
  }
}
