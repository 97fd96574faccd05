import type { Lock, Locks } from '#server/adapters/lock/lock.ts'
import { nukiSettings, nukiLock } from '#server/adapters/lock/nuki/nuki-lock.ts'
import { rotatingLock } from '#server/adapters/lock/rotating/rotating-lock.ts'
import { findKeypadKey, openLockSettings } from '#server/modules/stores/doors/lock-settings.ts'
import type { Context } from '#server/platform/context.ts'

type ChooseLocksContext = Pick<Context, 'config' | 'db' | 'secrets'>

/** The kinds of locks that this installation supports, by the name in a store's row: none in a copy, whose codes would open doors. */
export function chooseLocks(needs: ChooseLocksContext): Locks {
  if (needs.config.isStaging) return { byProvider: () => undefined }
  const locks = new Map<string, Lock>([
    ['rotating', rotatingLock(storeId => findKeypadKey(needs, storeId))],
    ['nuki', nukiLock({ url: needs.config.nukiUrl, settingsOf: storeId => findNukiSettings(needs, storeId) })],
  ])
  return { byProvider: provider => locks.get(provider) }
}

async function findNukiSettings(needs: ChooseLocksContext, storeId: number) {
  const row = await needs.db
    .selectFrom('store')
    .select(['id', 'lock_provider', 'lock_settings_sealed'])
    .where('id', '=', storeId)
    .executeTakeFirst()
  return row && nukiSettings.safeParse(openLockSettings(needs, row)).data
}
