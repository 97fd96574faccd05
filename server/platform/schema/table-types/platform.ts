import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt, Id, TermsText } from './columns.ts'

type SettingName =
  | 'languages'
  | 'retention'
  | 'barcode_layouts'
  | 'free_sum_limits'
  | 'privacy_notice'
  | 'camera_notice'

/** A receipt and a recall are emails that are written when they are sent. */
export type MessageKind = 'mail' | 'sms' | 'receipt' | 'push' | 'recall'
export type MessageState = 'waiting' | 'sending' | 'delivered' | 'failed'

/** Languages, settings, the company, and the shop's own secrets. */
export type Platform = {
  language: { id: number; code: 'en' | 'fi' | 'sv'; name: string; position: number; is_hidden: Generated<boolean> }
  operator: {
    id: number
    name: string
    business_id: string
    address: string
    email: string
    phone: string
    revision: Generated<number>
  }
  terms_version: {
    id: Id
    texts: JSONColumnType<{ en: TermsText; fi: TermsText; sv: TermsText }>
    published_at: Generated<Date>
  }
  setting: { name: SettingName; value: JSONColumnType<Record<string, unknown>>; revision: Generated<number> }
  installation_secret: { name: string; value: string }
  rate_limit: { key: string; points: number; expires_at: Date }
  outbox_message: {
    id: Id
    kind: ColumnType<MessageKind, MessageKind, never>
    /** Recipient and text of an email or an SMS, encrypted. */
    content_encrypted: string | null
    receipt_id: number | null
    notification_id: number | null
    device_id: ColumnType<number | null, number | null, null>
    recall_buyer_id: number | null
    state: Generated<MessageState>
    reason: string | null
    tries: Generated<number>
    /** Sent before the others of its kind. */
    urgent: Generated<boolean>
    due_at: Generated<Date>
    lease_until: Date | null
    /** When the code or link in it expires. */
    expires_at: Date | null
    /** When the last try began. */
    sent_at: Date | null
    created_at: CreatedAt
  }
  sms_delivery: {
    reference: string
    /** Null: the number was refused before a gateway took the message. */
    gateway: string | null
    state: 'accepted' | 'sent' | 'delivered' | 'failed'
    reason: string | null
    accepted_at: CreatedAt
    reported_at: Date | null
  }
}
