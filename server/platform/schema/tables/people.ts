import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { CreatedAt, Id, TermsText } from './columns.ts'

type SettingName = 'languages' | 'retention' | 'barcode_layouts' | 'privacy_notice' | 'camera_notice'

/** Languages, the operator, users and how they sign in. */
export type People = {
  language: { id: number; code: 'en' | 'fi' | 'sv'; name: string; position: number; is_hidden: Generated<boolean> }
  setting: { name: SettingName; value: JSONColumnType<Record<string, unknown>>; revision: Generated<number> }
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
  app_user: {
    id: Id
    email: string
    phone: string | null
    is_verified: Generated<boolean>
    is_admin: Generated<boolean>
    phone_unique_warning: Generated<boolean>
    blocked_at: Date | null
    language_id: number
    active_store_id: number | null
    active_preorder_event_id: number | null
    /** Whether receipts are emailed automatically. */
    mails_receipts: Generated<boolean>
    last_login_at: Date | null
    created_at: CreatedAt
    /** Anonymous since then: `email` is # and the id, and orders still reference the row. */
    removed_at: Date | null
    /** Admins' searches for users use this text. */
    search_text: GeneratedAlways<string>
  }
  blocked_phone: { phone: string; user_id: number | null; created_at: CreatedAt }
  login_link: {
    id: Id
    user_id: number
    link_sha256: Buffer
    issued_ms: number
    code_hmac: Buffer
    code_tries: Generated<number>
    browser_sha256: Buffer | null
    created_at: CreatedAt
    expires_at: Date
    used_at: Date | null
  }
  session: {
    token_sha256: Buffer
    user_id: number
    created_at: CreatedAt
    last_seen_at: Generated<Date>
    expires_at: Date
    passkey_confirmed_at: Date | null
    /** The browser and system that started it, in a word each. */
    browser: string | null
    system: string | null
  }
  sms_code_hour: {
    hour: Date
    sent: Generated<number>
    used: Generated<number>
  }
  phone_verification: {
    user_id: number
    phone: string
    code_hmac: Buffer
    wrong_tries: Generated<number>
    created_at: CreatedAt
    expires_at: Date
  }
  sms_cooldown: { kind: 'phone' | 'user'; key: string; sent_count: number; cooldown_until: Date }
  visit: { id: Id; store_id: number; user_id: number; created_at: CreatedAt; door_codes: Generated<string[]> }
  development_mail: {
    id: Id
    channel: 'mail' | 'sms'
    recipient: string
    subject: string | null
    text: string
    html: string | null
    created_at: CreatedAt
  }
  installation_secret: { name: string; value: string }
  rate_limit: { key: string; points: number; expires_at: Date }
}
