import type { Generated } from 'kysely'

/** Milestones of a new shop, and undelivered messages. */
export type ShopState = {
  shop_milestone: { name: string; reached_at: Date }
  undelivered_message: { id: Generated<number>; channel: 'mail' | 'sms'; reason: string; failed_at: Date }
}
