import type { ColumnType, Generated } from 'kysely'
import type { Id } from './columns.ts'

export type StoredMessageState = 'scheduled' | 'sent' | 'cancelled'

/** Messages from admins to everyone who wants promotions in one language. */
export type Messages = {
  message: {
    id: Id
    client_key: ColumnType<string, string, never>
    content_sha256: ColumnType<Buffer, Buffer, never>
    language_id: ColumnType<number, number, never>
    title: ColumnType<string, string, never>
    text: ColumnType<string, string, never>
    url: ColumnType<string, string, never>
    state: Generated<StoredMessageState>
    send_at: ColumnType<Date, Date, never>
    sent_at: Date | null
    /** How many devices it was addressed to when it was sent. */
    devices: number | null
    cancelled_at: Date | null
    user_id: ColumnType<number, number, never>
    created_at: ColumnType<Date, Date, never>
  }
}
