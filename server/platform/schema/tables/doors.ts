import type { Id } from './columns.ts'

/** Codes that open the doors of stores. */
export type Doors = {
  door_code: {
    id: Id
    user_id: number
    store_id: number
    provider: string
    lock_name: string
    state: 'pending' | 'active' | 'failed' | 'revoked' | 'expired'
    why: string | null
    /** Decrypted only by modules/stores/doors. */
    code_sealed: string | null
    created_at: Date
    expires_at: Date
    due_at: Date
  }
}
