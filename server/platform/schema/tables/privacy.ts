import type { Generated } from 'kysely'

/** Removals of accounts. */
export type Privacy = {
  removal_code: {
    user_id: number
    code_hmac: Buffer
    wrong_tries: Generated<number>
    created_at: Date
    expires_at: Date
  }
  /** No longer a person: an id and two times. */
  erased_user: {
    user_id: number
    user_created_at: Date
    erased_at: Date
    asked_by: 'user' | 'admin' | 'clean-up'
  }
}
