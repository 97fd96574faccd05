import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, Id } from './columns.ts'

export type PushPlatform = 'webpush' | 'apns'
export type PushType = 'notifications' | 'promotions'
export type StoredMessageState = 'scheduled' | 'sent' | 'cancelled'

/** Devices, notifications to them with the outcome of each, and messages from admins to everyone who wants promotions. */
export type Messaging = {
  push_device: {
    id: Id
    user_id: number
    /** The session that subscribed it, with which the device ends. */
    session_sha256: Buffer | null
    platform: PushPlatform
    /** An endpoint, or a token of Firebase: a secret. */
    address: string
    p256dh: string | null
    auth: string | null
    content_encoding: 'aes128gcm' | null
    language_id: number
    wants_notifications: boolean
    wants_promotions: boolean
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  push_notification: {
    id: Id
    type: PushType
    language_id: number
    title: string
    body: string
    url: string | null
    message_id: number | null
    /** Key of its subject; sent once in each language. */
    reference: string | null
    expires_at: Date
    delivered_count: Generated<number>
    failed_count: Generated<number>
    created_at: CreatedAt
  }
  message: {
    id: Id
    client_key: ColumnType<string, string, never>
    content_sha256: ColumnType<Buffer, Buffer, never>
    language_id: ColumnType<number, number, never>
    /** The first of the rows that are one message in several languages; null: this is the first. */
    translation_of: ColumnType<number | null, number | null | undefined, never>
    title: ColumnType<string, string, never>
    text: ColumnType<string, string, never>
    url: ColumnType<string, string, never>
    state: Generated<StoredMessageState>
    send_at: ColumnType<Date, Date, never>
    sent_at: Date | null
    /** How many devices it was addressed to when it was sent. */
    devices: number | null
    store_ids: ColumnType<number[] | null, number[] | null | undefined, never>
    cancelled_at: Date | null
    user_id: ColumnType<number, number, never>
    created_at: ColumnType<Date, Date, never>
  }
}
