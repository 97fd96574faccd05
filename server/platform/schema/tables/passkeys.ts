import type { CreatedAt, Id } from './columns.ts'

/** Passkeys, and the challenges that they sign. */
export type Passkeys = {
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
}
