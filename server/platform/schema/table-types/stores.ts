import type { Generated } from 'kysely'
import type { FoodLanguageRule } from '#domain/catalogue/missing-food-information.ts'
import type { VisitBeginning } from '#domain/stores/visit.ts'
import type { CreatedAt, DateText, Id } from './columns.ts'

/** Stores, their hours and clocks, the codes of their doors, and visits. Times of day are hh:mm:ss. */
export type Stores = {
  store: {
    id: Id
    name: string
    address: string
    phone: string | null
    help_fi: string | null
    help_sv: string | null
    help_en: string | null
    /** Both null: the store has no position. */
    latitude: number | null
    longitude: number | null
    time_zone: Generated<string>
    always_open: Generated<boolean>
    published: Generated<boolean>
    enable_preorders: Generated<boolean>
    payment_mode: Generated<'test' | 'terminal'>
    lock_provider: string | null
    sells_age_restricted: Generated<boolean>
    food_languages: Generated<FoodLanguageRule>
    catalogue_version: Generated<number>
    created_at: CreatedAt
    revision: Generated<number>
    /** Never published while it is set. */
    archived_at: Date | null
    /** Decrypted only with the encryptor of modules/stores/doors. */
    lock_settings_encrypted: string | null
    /** Which of the keys that can be derived for the store its keypad has. */
    keypad_key_number: Generated<number>
    /** The name of the secret that it was derived from; null when none was derived, or before this was recorded. */
    keypad_key_secret: string | null
    /** Published under the rule that nothing is sold without terms of purchase. */
    needs_terms: Generated<boolean>
    /** From when `time_zone` applies; null: always. */
    time_zone_since: Date | null
    /** No moment since then belongs to an earlier day. */
    time_zone_first_day: DateText | null
  }
  /** The time zones before that, each up to its `until`. */
  store_time_zone_history: {
    store_id: number
    since: Date | null
    until: Date
    time_zone: string
    first_day: DateText | null
  }
  /** Times of day are hh:mm:ss. */
  store_hours: { store_id: number; weekday: number; opens_at: string; closes_at: string }
  store_hours_exception: { store_id: number; date: DateText; opens_at: string | null; closes_at: string | null }
  /** In which someone is in the store; like opening hours. */
  store_staffed_hours: Stores['store_hours']
  store_staffed_hours_exception: Stores['store_hours_exception']
  store_presence: { store_id: number; user_id: number; began_at: Date; ends_at: Date }
  alcohol_scan: { user_id: number; store_id: number; product_id: number; scanned_at: Date }
  visit: {
    id: Id
    store_id: number
    user_id: number
    created_at: CreatedAt
    began_by: VisitBeginning
    last_at: Date
    door_codes: Generated<string[]>
    question_sent_at: Date | null
    question_sent_by: number | null
  }
  door_code: {
    id: Id
    user_id: number
    store_id: number
    provider: string
    lock_name: string
    state: 'pending' | 'active' | 'failed' | 'revoked' | 'expired'
    fault: string | null
    /** Decrypted only by modules/stores/doors. */
    code_encrypted: string | null
    created_at: Date
    expires_at: Date
    due_at: Date
  }
}
