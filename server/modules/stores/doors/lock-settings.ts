import type { AdminStore, LockInput } from '#contract/stores/admin-stores.ts'
import type { Context } from '#server/platform/context.ts'
import { encryptor } from '#server/platform/secrets/secrets.ts'

type Sealing = Pick<Context, 'secrets'>
type NukiSettings = { smartlock_id: string; api_token: string }

export const lockEncryptor = ({ secrets }: Sealing) => encryptor(secrets, 'lock settings')
/** Binds an encrypted text to its store: copied to another store's row, it can't be decrypted. */
export const aboutStore = (storeId: number) => `lock of store ${storeId}`

export type StoredLock = { id: number; lock_provider: string | null; lock_settings_sealed: string | null }

/** The stored settings of a lock; undefined when it needs none, or none were entered. */
export function openLockSettings(context: Sealing, row: StoredLock): NukiSettings | undefined {
  if (row.lock_settings_sealed === null) return undefined
  // Only `lockColumns` writes it.
  return JSON.parse(lockEncryptor(context).decrypt(aboutStore(row.id), row.lock_settings_sealed)) as NukiSettings
}

/** The lock as admins see it, without its secrets. */
export function showLock(context: Sealing, row: StoredLock): AdminStore['lock'] {
  if (row.lock_provider === null) return null
  const settings = openLockSettings(context, row)
  return {
    provider: row.lock_provider,
    smartlock_id: settings?.smartlock_id ?? null,
    has_token: settings !== undefined,
  }
}

/** The columns of the chosen lock. Without a token the stored one is kept; undefined when there is none. */
export function lockColumns(context: Sealing, chosen: LockInput, row: StoredLock) {
  if (chosen === null) return { lock_provider: null, lock_settings_sealed: null }
  if (chosen.provider !== 'nuki') return { lock_provider: chosen.provider, lock_settings_sealed: null }
  const { smartlock_id } = chosen
  const known = openLockSettings(context, row)
  const api_token = chosen.api_token ?? known?.api_token
  if (api_token === undefined) return undefined
  // Encrypting the same settings again would look like a change.
  if (known && known.api_token === api_token && known.smartlock_id === smartlock_id)
    return { lock_provider: chosen.provider, lock_settings_sealed: row.lock_settings_sealed }
  const encrypted = lockEncryptor(context).encrypt(aboutStore(row.id), JSON.stringify({ smartlock_id, api_token }))
  return { lock_provider: chosen.provider, lock_settings_sealed: encrypted }
}
