import type { Generated, JSONColumnType } from 'kysely'
import type { Id, TermsText } from './columns.ts'

type SettingName = 'languages' | 'retention' | 'barcode_layouts' | 'privacy_notice' | 'camera_notice'

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
  undelivered_message: { id: Generated<number>; channel: 'mail' | 'sms'; reason: string; failed_at: Date }
}
