import type { AdminStore } from '#contract/stores/admin-stores.ts'
import { NUKI_TOKEN } from '#test/locks/run-nuki.ts'
import type { ApiCaller } from './api-caller.ts'
import { storeNamed, TEIJO } from './people.ts'
import type { RunningShop } from './running-shop.ts'

export const TEIJO_LOCK = '17000001'

/** Adds a Nuki lock to a store that never closes, as an admin does. */
export async function lockTeijo(admin: ApiCaller): Promise<void> {
  const { id } = await storeNamed(admin, TEIJO)
  const store = await admin.request<AdminStore>(`GET admin/stores/${id}`)
  const { has_history: _h, offers: _o, archived_at: _a, created_at: _c, id: _i, ...form } = store
  const lock = { provider: 'nuki', settings: { smartlock_id: TEIJO_LOCK, api_token: NUKI_TOKEN } }
  // In picture runs, the stores' time zone is set to one that the form rejects.
  await admin.request(`PUT admin/stores/${id}`, { ...form, time_zone: 'Europe/Helsinki', lock })
}

/** Removes the lock again: the shop's other tests expect none there. */
export async function unlockTeijo(shop: RunningShop): Promise<void> {
  await shop.query('UPDATE store SET lock_provider = NULL, lock_settings_encrypted = NULL WHERE name = $1', [TEIJO])
}
