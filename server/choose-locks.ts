import type { Context } from './context.ts'
import { findKeypadKey } from './features/doors/keypad-key.ts'
import { openLockSettings } from './features/doors/lock-settings.ts'
import type { Lock, Locks } from './providers/lock/lock.ts'
import { nukiSettings } from './providers/lock/nuki-api.ts'
import { nukiLock } from './providers/lock/nuki-lock.ts'
import { rotatingLock } from './providers/lock/rotating-lock.ts'

type Needs = Pick<Context, 'config' | 'db' | 'secrets'>

/** The kinds of locks that this installation can open, by the name in a store's row. */
export function chooseLocks(needs: Needs): Locks {
  const locks = new Map<string, Lock>([
    ['rotating', rotatingLock(storeId => findKeypadKey(needs, storeId))],
    ['nuki', nukiLock({ url: needs.config.nukiUrl, settingsOf: storeId => nukiSettingsOf(needs, storeId) })],
  ])
  return { byProvider: provider => locks.get(provider) }
}

async function nukiSettingsOf(needs: Needs, storeId: number) {
  const row = await needs.db
    .selectFrom('store')
    .select(['id', 'lock_provider', 'lock_settings_sealed'])
    .where('id', '=', storeId)
    .executeTakeFirst()
  return row && nukiSettings.safeParse(openLockSettings(needs, row)).data
}
