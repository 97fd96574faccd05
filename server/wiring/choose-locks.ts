import { type AdapterSettings, areCompleteSettings, type SettingsOf } from '#domain/adapter-settings.ts'
import { LOCKS } from '#domain/stores/locks/lock-providers.ts'
import type { Lock, Locks, RemoteLockOptions } from '#server/adapters/lock/lock.ts'
import { nukiLock } from '#server/adapters/lock/nuki/nuki-lock.ts'
import { rotatingLock } from '#server/adapters/lock/rotating/rotating-lock.ts'
import { seamLock } from '#server/adapters/lock/seam/seam-lock.ts'
import type { RemoteLock } from '#server/config/adapter-urls.ts'
import { findKeypadKey, openLockSettings } from '#server/modules/stores/doors/lock-settings.ts'
import type { Context } from '#server/platform/context.ts'

type ChooseLocksContext = Pick<Context, 'config' | 'db' | 'secrets'>

/** The kinds of locks that this installation supports, by the name in a store's row: none in a copy, whose codes would open doors. */
export function chooseLocks(needs: ChooseLocksContext): Locks {
  if (needs.config.isStaging) return { byProvider: () => undefined }
  const remote = <Settings extends AdapterSettings>(
    provider: RemoteLock,
    { settings }: { settings: Settings },
  ): RemoteLockOptions<SettingsOf<Settings>> => ({
    url: needs.config.lockUrls[provider],
    findSettings: storeId => findSettings(needs, { storeId, provider }, settings),
  })
  const locks = new Map<string, Lock>([
    ['rotating', rotatingLock(storeId => findKeypadKey(needs, storeId))],
    ['nuki', nukiLock(remote('nuki', LOCKS.nuki))],
    ['seam', seamLock(remote('seam', LOCKS.seam))],
  ])
  return { byProvider: provider => locks.get(provider) }
}

async function findSettings<Settings extends AdapterSettings>(
  needs: ChooseLocksContext,
  { storeId, provider }: { storeId: number; provider: RemoteLock },
  declared: Settings,
) {
  const row = await needs.db
    .selectFrom('store')
    .select(['id', 'lock_provider', 'lock_settings_encrypted'])
    .where('id', '=', storeId)
    .where('lock_provider', '=', provider)
    .executeTakeFirst()
  const stored = row && openLockSettings(needs, row)
  return stored && areCompleteSettings(declared, stored) ? stored : undefined
}
