import type { Generated } from 'kysely'

/** What a new shop has done once, and the messages that did not get through. */
export type ShopState = {
  shop_milestone: { name: string; reached_at: Date }
  undelivered_message: { id: Generated<number>; channel: 'mail' | 'sms'; reason: string; failed_at: Date }
}
