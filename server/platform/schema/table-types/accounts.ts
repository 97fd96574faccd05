import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { GrantedRight, StoreRight } from '#domain/accounts/store-rights.ts'
import type { CreatedAt, Id } from './columns.ts'

export const ACCESS_CHANGE_KINDS = [
  'blocked',
  'unblocked',
  'admin_revoked',
  'admin_resigned',
  'admin_granted',
  'right_revoked',
  'right_granted',
  'phone_blocked',
  'phone_unblocked',
  'passkeys_reset',
  'passkey_removed',
  'message_cancelled',
] as const
export type AccessChangeKind = (typeof ACCESS_CHANGE_KINDS)[number]

/** Users, how they sign in, and what remains of a removed account. */
export type Accounts = {
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
  user_right: {
    id: Id
    user_id: number
    kind: StoreRight
    /** Null: in all stores. */
    store_id: number | null
    created_at: CreatedAt
  }
  invitation: {
    id: Id
    email: string
    language_id: number
    rights: ColumnType<GrantedRight[], string, string>
    token_sha256: Buffer
    /** The link works only while this user is an admin. */
    invited_by: number | null
    created_at: Date
    expires_at: Date
    accepted_at: Date | null
    withdrawn_at: Date | null
    user_id: number | null
  }
  blocked_phone: { phone: string; user_id: number | null; created_at: CreatedAt }
  login_link: {
    id: Id
    user_id: number
    link_sha256: Buffer
    issued_ms: number
    code_hmac: Buffer
    failed_code_attempts: Generated<number>
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
  disabled_session: { token_sha256: Buffer; user_id: number; ended_at: Date }
  passkey: {
    id: Id
    user_id: number
    credential_id: Buffer
    public_key: Buffer
    counter: number
    transports: string[]
    device_type: 'singleDevice' | 'multiDevice'
    is_backed_up: boolean
    name: string
    created_at: CreatedAt
    last_used_at: Date | null
  }
  passkey_challenge: {
    session_sha256: Buffer
    purpose: 'add' | 'confirm'
    challenge_sha256: Buffer
    expires_at: Date
  }
  phone_verification: {
    user_id: number
    phone: string
    code_hmac: Buffer
    failed_attempts: Generated<number>
    /** Of the SMS. */
    sms_reference: string | null
    created_at: CreatedAt
    expires_at: Date
  }
  sms_cooldown: { kind: 'phone' | 'user'; key: string; sent_count: number; cooldown_until: Date }
  sms_code_hour: {
    hour: Date
    sent: Generated<number>
    used: Generated<number>
  }
  removal_code: {
    user_id: number
    code_hmac: Buffer
    failed_attempts: Generated<number>
    created_at: Date
    expires_at: Date
  }
  /** No longer a person: an id and two times. */
  erased_user: {
    user_id: number
    user_created_at: Date
    erased_at: Date
    requested_by: 'user' | 'admin' | 'clean-up'
  }
  access_change: {
    number: GeneratedAlways<number>
    id: string
    kind: AccessChangeKind
    user_id: number | null
    user_created_at: Date | null
    /** A hash of its subject, or a message's key. */
    subject: string | null
    /** The right that was revoked or granted; `right_store_id` null: in all stores. */
    right_kind: StoreRight | null
    right_store_id: number | null
    changed_at: Date
  }
}
