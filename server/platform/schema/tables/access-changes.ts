import type { GeneratedAlways } from 'kysely'

export const ACCESS_CHANGE_KINDS = [
  'blocked',
  'unblocked',
  'admin_taken',
  'admin_left',
  'admin_given',
  'phone_blocked',
  'phone_freed',
  'passkeys_reset',
  'passkey_removed',
  'message_cancelled',
] as const
export type AccessChangeKind = (typeof ACCESS_CHANGE_KINDS)[number]

/** Rights that were taken from people or returned, for after a restore or a removal of the account. */
export type AccessChanges = {
  access_change: {
    number: GeneratedAlways<number>
    id: string
    what: AccessChangeKind
    user_id: number | null
    user_created_at: Date | null
    /** A hash of its subject, or a message's key. */
    about: string | null
    made_at: Date
  }
}
